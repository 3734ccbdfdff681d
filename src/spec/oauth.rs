//! TABLE. OAuth 2.0: paths, parameters, answers, errors. Heading "Authentication".
//!
//! The lifetime of a code stands in [`limits`](super::limits). Access tokens do not expire, and there
//! is no refresh. What a revoked token is answered with is [`legacy::Failure`](super::legacy::Failure)
//! with the number of [`legacy::Status::NotAuthenticated`](super::legacy::Status::NotAuthenticated);
//! its HTTP status is that of [`Error::RevokedToken`](super::errors::Error::RevokedToken), which is our choice.

/// Path of the page that asks the user for access.
pub const AUTHORIZE_PATH: &str = "/oauth/authorize";

/// Path where a code is exchanged for a token: POST, form-encoded.
pub const TOKEN_PATH: &str = "/oauth/token";

/// Media type of the token request. Clients in the field leave the header out; that is accepted.
pub const FORM_TYPE: &str = "application/x-www-form-urlencoded";

/// Scheme of the authorization header: one single space stands between it and the token.
/// It is read in any case, since most clients capitalise it.
pub const SCHEME: &str = "bearer";

/// The only response type.
pub const RESPONSE_TYPE: &str = "code";

/// The only grant type.
pub const GRANT_TYPE: &str = "authorization_code";

/// The token type that the answer names. That it names one is our choice, after RFC 6749.
pub const TOKEN_TYPE: &str = "bearer";

/// Name of the redirect's parameter that carries the code.
pub const CODE: &str = "code";

/// Name of the redirect's parameter that carries back the app's `state`, unchanged.
pub const STATE: &str = "state";

/// Name of the redirect's parameter that carries an [`AuthorizeError`].
pub const ERROR: &str = "error";

/// Name of the redirect's parameter that names who issued the code: RFC 9207. The specification knows none.
pub const ISSUER: &str = "iss";

/// Name of the redirect's parameter that explains the error.
pub const ERROR_DESCRIPTION: &str = "error_description";

/// The only `code_challenge_method` (RFC 7636). The specification knows no challenge: that one may be sent, and that
/// `plain`, which protects nothing, is refused, is our choice.
pub const CHALLENGE_METHOD: &str = "S256";

/// Characters of a `code_challenge`: 32 bytes in base64url.
pub const CHALLENGE_LENGTH: usize = 43;

/// Explanation of [`AuthorizeError::AccessDenied`].
pub const DENIED_DESCRIPTION: &str = "The owner of the account cancelled the request for access";

/// `errmsg` of the answer to a revoked token.
pub const REVOKED_MESSAGE: &str = "The client has revoked the access grant";

choices! {
    /// Why an authorization failed, in the redirect. The specification names `access_denied`; that the
    /// other causes get the names of RFC 6749 is our choice.
    AuthorizeError {
        /// The user said no.
        AccessDenied "access_denied",
        /// The app is not open to this account: a draft app of another account, a private app of another team.
        UnauthorizedClient "unauthorized_client",
        /// A scope that the app requires is not available to the user.
        InvalidScope "invalid_scope",
        /// The service failed.
        ServerError "server_error",
    }
    /// Why a token was refused. The specification is silent; these are the names of RFC 6749.
    TokenError {
        /// A parameter is missing or malformed.
        InvalidRequest "invalid_request",
        /// No such app, or not its secret.
        InvalidClient "invalid_client",
        /// The code is unknown, used, too old, or was issued to another app or redirect address.
        InvalidGrant "invalid_grant",
        /// The app may not use this grant.
        UnauthorizedClient "unauthorized_client",
        /// The grant type is not `authorization_code`.
        UnsupportedGrantType "unsupported_grant_type",
    }
}

queries! {
    /// What the app sends the user's browser to [`AUTHORIZE_PATH`] with.
    Authorization {
        /// The app.
        client_id: String,
        /// Where the browser is sent back to: one of the app's registered addresses, exactly.
        redirect_uri: String,
        /// Must be [`RESPONSE_TYPE`].
        response_type: String,
        /// Returned unchanged.
        state: Option<String>,
        /// Hash of a secret that the token request must name; optional, our choice.
        code_challenge: Option<String>,
        /// How the hash was made: `S256` alone.
        code_challenge_method: Option<String>,
    }
    /// What the app posts to [`TOKEN_PATH`].
    TokenRequest {
        /// The app.
        client_id: String,
        /// The app's secret.
        client_secret: String,
        /// The code of the redirect.
        code: String,
        /// The redirect address of the authorization.
        redirect_uri: String,
        /// Must be [`GRANT_TYPE`].
        grant_type: String,
        /// The secret behind the authorization's `code_challenge`; needed if there was one, refused if there was none.
        code_verifier: Option<String>,
    }
}

resources! {
    /// The answer to a code.
    TokenAnswer {
        /// The token. It is good together with the app that asked for it, and for the account that granted it.
        access_token: String,
        /// The API address to use for this account.
        access_url: String,
        /// [`TOKEN_TYPE`]. Our choice: the specification names the two other fields only.
        token_type: Option<String>,
    }
    /// The answer to a refused token request. The specification is silent; this is the shape of RFC 6749.
    TokenRefusal {
        /// Why.
        error: TokenError,
        /// Why, in a sentence.
        error_description: String,
    }
}

/// The HTTP status of a refused token request: 401 for an unknown app or a wrong secret, 400 otherwise (RFC 6749).
pub const fn refusal_status(error: TokenError) -> u16 {
    match error {
        TokenError::InvalidClient => 401,
        _ => 400,
    }
}
