//! A body that is looked through piece by piece.

use crate::tools::js;
use fetch_with_retry::policy::sent::Sent;
use fetch_with_retry::web::sent::Body;
use wasm_bindgen_test::wasm_bindgen_test;

const SECRET: &str = "the mail said: meet me at the old mill at nine";

fn repeated(body: &str) -> Vec<std::ops::Range<usize>> {
    Body::of(&js(body)).repeated_in(SECRET)
}

#[wasm_bindgen_test]
fn what_is_repeated_is_found_wherever_the_pieces_end() {
    for before in [0, 65_000, 65_500, 65_530, 65_536, 65_560, 131_050, 200_000] {
        let body = format!("'-'.repeat({before}) + JSON.stringify({{ text: '{SECRET}' }})");
        assert!(repeated(&body).contains(&(0..24)), "{before}");
        let escaped = format!("'-'.repeat({before}) + '{}'", SECRET.replace(' ', "\\\\n"));
        assert!(repeated(&escaped).contains(&(0..24)), "{before}, escaped");
    }
    assert!(repeated("'-'.repeat(200000)").is_empty());
    assert!(repeated("new Uint8Array(9)").is_empty());
}

#[wasm_bindgen_test]
fn a_body_of_megabytes_leaves_no_memory_behind() {
    let memory = || core::arch::wasm32::memory_size(0);
    assert!(repeated("'some words. '.repeat(10000)").is_empty());
    let before = memory();
    assert!(repeated("'some other words, \\\\n and more. '.repeat(400000)").is_empty());
    assert!(memory() <= before + 16, "{} pages more", memory() - before);
}
