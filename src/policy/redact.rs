//! shim
use super::sent::Sent;
/// p
pub struct Private<'a> {
    /// s
    pub secrets: Vec<String>,
    /// s
    pub sent: &'a dyn Sent,
}
/// p
pub fn plain(m: &str, _h: &Private) -> String {
    m.to_owned()
}
/// p
pub fn discreet(m: &str, _h: &Private) -> String {
    m.to_owned()
}
