//! TABLE. Spellings of URLs, how each is read, and what the two policies that protect users make of it.

/// Origin, host, port, path and query.
type Read = (&'static str, &'static str, Option<u16>, &'static str, Option<&'static str>);

/// One spelling.
pub(crate) struct Spelling {
    pub(crate) text: &'static str,
    /// How it is read; `None` if it is refused.
    pub(crate) read: Option<Read>,
    /// Whether the service sends requests to it on behalf of customers.
    pub(crate) is_public: bool,
    /// Whether an app may have users redirected to it with a code.
    pub(crate) may_redirect: bool,
}

const fn read(text: &'static str, read: Read, is_public: bool, may_redirect: bool) -> Spelling {
    Spelling { text, read: Some(read), is_public, may_redirect }
}

const fn refused(text: &'static str) -> Spelling {
    Spelling { text, read: None, is_public: false, may_redirect: false }
}

/// The spellings.
pub(crate) const SPELLINGS: &[Spelling] = &[
    read("https://app.example/callback", ("https://app.example", "app.example", None, "/callback", None), true, true),
    read("https://app.example", ("https://app.example", "app.example", None, "", None), true, true),
    read("https://app.example/", ("https://app.example", "app.example", None, "/", None), true, true),
    read(
        "https://app.example:8443/callback?tenant=1",
        ("https://app.example:8443", "app.example", Some(8443), "/callback", Some("tenant=1")),
        true,
        true,
    ),
    read("https://app.example?x=1", ("https://app.example", "app.example", None, "", Some("x=1")), true, true),
    read("https://app.example/a?b?c", ("https://app.example", "app.example", None, "/a", Some("b?c")), true, true),
    read("https://app.example/a#b?c", ("https://app.example", "app.example", None, "/a", None), true, false),
    read("https://app.example#/a", ("https://app.example", "app.example", None, "", None), true, false),
    read("https://app.example/a?b#c", ("https://app.example", "app.example", None, "/a", Some("b")), true, false),
    read("https://app.example/a@b:c", ("https://app.example", "app.example", None, "/a@b:c", None), true, true),
    read("https://app.example/a%20b", ("https://app.example", "app.example", None, "/a%20b", None), true, true),
    read(
        "https://app.example/http://other.example",
        ("https://app.example", "app.example", None, "/http://other.example", None),
        true,
        true,
    ),
    read(
        "https://app.example/\"quoted\"",
        ("https://app.example", "app.example", None, "/\"quoted\"", None),
        false,
        false,
    ),
    read("https://app.example/<b>", ("https://app.example", "app.example", None, "/<b>", None), false, false),
    read(
        "https://app.example/caf\u{e9}",
        ("https://app.example", "app.example", None, "/caf\u{e9}", None),
        false,
        false,
    ),
    read("HTTPS://App.Example/callback", ("HTTPS://App.Example", "App.Example", None, "/callback", None), true, false),
    read("http://app.example/callback", ("http://app.example", "app.example", None, "/callback", None), true, false),
    read("http://app.example:80/", ("http://app.example:80", "app.example", Some(80), "/", None), true, false),
    read(
        "https://app.example:65535/",
        ("https://app.example:65535", "app.example", Some(65535), "/", None),
        true,
        true,
    ),
    read("https://a_b.example/", ("https://a_b.example", "a_b.example", None, "/", None), true, true),
    read(
        "https://xn--caf-dma.example/",
        ("https://xn--caf-dma.example", "xn--caf-dma.example", None, "/", None),
        true,
        true,
    ),
    read("https://8.8.8.8/", ("https://8.8.8.8", "8.8.8.8", None, "/", None), true, true),
    read("https://[2606:4700::1111]/", ("https://[2606:4700::1111]", "[2606:4700::1111]", None, "/", None), true, true),
    read(
        "https://[2606:4700::1111]:8443/",
        ("https://[2606:4700::1111]:8443", "[2606:4700::1111]", Some(8443), "/", None),
        true,
        true,
    ),
    read(
        "http://127.0.0.1:8787/callback/",
        ("http://127.0.0.1:8787", "127.0.0.1", Some(8787), "/callback/", None),
        false,
        true,
    ),
    read("http://localhost/cb", ("http://localhost", "localhost", None, "/cb", None), false, true),
    read("http://[::1]:9000/cb", ("http://[::1]:9000", "[::1]", Some(9000), "/cb", None), false, true),
    read("http://LOCALHOST/cb", ("http://LOCALHOST", "LOCALHOST", None, "/cb", None), false, false),
    read(
        "http://127.0.0.1.example/callback",
        ("http://127.0.0.1.example", "127.0.0.1.example", None, "/callback", None),
        true,
        false,
    ),
    read("http://127.0.0.2/", ("http://127.0.0.2", "127.0.0.2", None, "/", None), false, false),
    read("https://10.0.0.1/", ("https://10.0.0.1", "10.0.0.1", None, "/", None), false, true),
    read(
        "http://169.254.169.254/latest/",
        ("http://169.254.169.254", "169.254.169.254", None, "/latest/", None),
        false,
        false,
    ),
    read("http://0.0.0.0/", ("http://0.0.0.0", "0.0.0.0", None, "/", None), false, false),
    read(
        "http://[::ffff:127.0.0.1]/",
        ("http://[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]", None, "/", None),
        false,
        false,
    ),
    read("http://[fd12::1]/", ("http://[fd12::1]", "[fd12::1]", None, "/", None), false, false),
    read("http://intranet/", ("http://intranet", "intranet", None, "/", None), false, false),
    read("http://router.lan/", ("http://router.lan", "router.lan", None, "/", None), false, false),
    read("http://a.LOCALHOST/", ("http://a.LOCALHOST", "a.LOCALHOST", None, "/", None), false, false),
    refused(""),
    refused("app.example/callback"),
    refused("//app.example/callback"),
    refused("/callback"),
    refused("https:"),
    refused("https:/app.example"),
    refused("https://"),
    refused("https:///callback"),
    refused("https://?x"),
    refused("https://#x"),
    refused("https://:443/callback"),
    refused("ftp://app.example/"),
    refused("javascript:alert(1)"),
    refused("javascript://app.example/%0aalert(1)"),
    refused("data:text/html,x"),
    refused("myapp://callback"),
    refused("https://user@app.example/"),
    refused("https://user:word@app.example/"),
    refused("http://localhost@app.example/"),
    refused("https://app.example\\@other.example/"),
    refused("https://app.example/a\\b"),
    refused(" https://app.example/"),
    refused("https://app.example/call back"),
    refused("https://app.example/\t"),
    refused("https://app.example\n.com/"),
    refused("https://app.example/\u{a0}"),
    refused("https://app.example:/"),
    refused("https://app.example:0/"),
    refused("https://app.example:0443/"),
    refused("https://app.example:65536/"),
    refused("https://app.example:port/"),
    refused("https://app.example:80:80/"),
    refused("https://app.example:-1/"),
    refused("https://app.example;script-src/"),
    refused("https://app..example/"),
    refused("https://.example/"),
    refused("https://app.example./"),
    refused("https://caf\u{e9}.example/"),
    refused("https://%61pp.example/"),
    refused("http://2130706433/"),
    refused("http://0x7f000001/"),
    refused("http://0x7f.1/"),
    refused("http://127.1/"),
    refused("http://0177.0.0.1/"),
    refused("http://127.0.0.1./"),
    refused("http://127.0.0.256/"),
    refused("http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/"),
    refused("http://[::1"),
    refused("http://[::1]x/"),
    refused("http://[::1%25eth0]/"),
    refused("http://::1/"),
];
