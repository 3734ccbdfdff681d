//! What `@canvass/sdk/server` knows of the gateway: the names of its cookie, and the read that is sent by POST.

use crate::fresh;
use crate::typescript::comment;
use canvass::gateway::cookie::cookie_name;
use canvass::gateway::origin::Origin;
use canvass::gateway::proxy;
use canvass::spec::legacy;
use std::fmt::Write;

const HEAD: &str = "// Printed from src/spec and src/gateway by tests/generated. Do not edit: change them and run the test with UPDATE=1.\n";

#[test]
fn the_facts_of_the_server_entry_are_fresh() {
    let name = |url| cookie_name(&Origin::parse(url).unwrap()).to_owned();
    let mut out = String::from(HEAD);
    for (text, constant, value) in [
        ("Name of the session cookie of a gateway on https.", "SECURE_COOKIE", name("https://gateway.example")),
        ("Name of the session cookie of a gateway on a loopback origin.", "COOKIE", name("http://localhost")),
        ("Path of the one read that is sent by POST.", "POSTED_READ", format!("{}{}", proxy::PREFIX, legacy::PATH)),
    ] {
        out.push('\n');
        comment(&mut out, 0, &[text]);
        writeln!(out, "export const {constant} = {value:?};").unwrap();
    }
    fresh("pkg/src/server/facts.ts", &out);
}
