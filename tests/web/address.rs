//! Addresses.

use crate::tools::{Patch, get, is_page, js};
use fetch_with_retry::web::address::{Address, base};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn an_address_is_resolved_as_the_platform_does_it_and_kept_as_written() {
    let address = Address::of("HTTPS://User:key@Host.test:443/a/../b?q=ü#part".to_owned());
    assert_eq!(address.written, "HTTPS://User:key@Host.test:443/a/../b?q=ü#part");
    assert_eq!(address.href, "https://User:key@host.test/b?q=%C3%BC#part");
    assert_eq!(address.origin, "https://host.test");
}

#[wasm_bindgen_test]
fn a_relative_one_is_relative_to_the_documents_base_not_its_location() {
    let page = is_page().then(|| get(&js_sys::global(), "document"));
    let _base = match page {
        Some(document) => Patch::of(&document, "baseURI", &"https://base.test/a/b".into()),
        None => Patch::global("document", &js("{ baseURI: 'https://base.test/a/b' }")),
    };
    assert_eq!(base().as_deref(), Some("https://base.test/a/b"));
    assert_eq!(Address::of("c?d".to_owned()).href, "https://base.test/a/c?d");
    assert_eq!(Address::of("//other.test".to_owned()).origin, "https://other.test");
    assert_eq!(Address::of(String::new()).href, "https://base.test/a/b");
}

#[wasm_bindgen_test]
fn in_workers_it_is_relative_to_the_location_and_in_node_it_is_no_address() {
    if is_page() {
        return;
    }
    let href = js("globalThis.location?.href").as_string();
    assert_eq!(base(), href);
    let address = Address::of("/path".to_owned());
    assert_eq!(address.origin.is_empty(), href.is_none());
    assert_eq!(address.href.ends_with("/path"), href.is_some());
}

#[wasm_bindgen_test]
fn garbage_has_no_origin_and_is_kept_as_written() {
    for garbage in ["http://", "https://[::", "http://x:99999/", "http://%"] {
        let address = Address::of(garbage.to_owned());
        assert_eq!(address.written, garbage);
        assert_eq!((address.href.as_str(), address.origin.as_str()), ("", ""), "{garbage}");
    }
}

#[wasm_bindgen_test]
fn what_belongs_to_nobody_has_no_origin_that_it_could_share() {
    for address in ["data:text/plain,x", "about:blank", "mailto:a@b.test"] {
        assert_eq!(Address::of(address.to_owned()).origin, "", "{address}");
    }
}
