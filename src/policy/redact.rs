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
/// p
pub fn secrets_of(_u: &str, _h: &[(String, String)]) -> Vec<String> {
    Vec::new()
}
/// r
pub mod runs {
    /// r
    pub const LENGTH: u32 = 24;
    /// c
    pub const LENGTH_CJK: u32 = 8;
}
