//! Access to the sandbox: from this machine only, with a header that no page of another origin can send.

use super::csrf;
use super::origin::Origin;
use super::problem::Problem;
use crate::wire::http::Request;

/// Admits a request to the sandbox, in a build that has one. `origin` is that whose host the request has named exactly.
///
/// # Errors
///
/// [`Problem::NotFound`] without a sandbox and at an origin that is not loopback, [`Problem::Forbidden`] if another
/// site may have caused it.
pub fn admit_local(request: &Request, origin: &Origin, is_sandbox: bool) -> Result<(), Problem> {
    if !is_sandbox || !origin.is_loopback() {
        return Err(Problem::NotFound);
    }
    csrf::check_request(request, origin, None)
}

#[cfg(test)]
mod tests {
    use super::{Origin, Problem, Request, admit_local};

    #[test]
    fn s69_a_build_without_a_sandbox_admits_no_request_to_it() {
        let admitted = |url: &str, is_sandbox: bool| {
            let headers = [("x-canvass", "1"), ("sec-fetch-site", "same-origin"), ("origin", url)];
            let request = Request {
                method: "POST".to_owned(),
                origin: url.to_owned(),
                path: "/sandbox/reset".to_owned(),
                query: String::new(),
                headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
                body: Vec::new(),
            };
            admit_local(&request, &Origin::parse(url).unwrap(), is_sandbox)
        };
        assert!(admitted("http://127.0.0.1:8787", true).is_ok());
        assert_eq!(admitted("http://127.0.0.1:8787", false), Err(Problem::NotFound));
        assert_eq!(admitted("https://app.example.com", true), Err(Problem::NotFound));
    }
}
