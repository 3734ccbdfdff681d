//! TABLE. OAuth 2.0: paths, parameters, responses, errors. Heading "Authentication".
//!
//! The lifetime of a code is in [`limits`](super::limits). Access tokens do not expire, and there is no refresh. The
//! response to a revoked token is [`legacy::Failure`](super::legacy::Failure) with the number of
//! [`legacy::Status::NotAuthenticated`](super::legacy::Status::NotAuthenticated); its HTTP status is that of
//! [`Error::RevokedToken`](super::errors::Error::RevokedToken), which is our choice.

/// Path of the authorization page.
pub const AUTHORIZE_PATH: &str = "/oauth/authorize";

/// Path where a code is exchanged for a token: POST, form-encoded.
pub const TOKEN_PATH: &str = "/oauth/token";

/// Media type of the token request. Existing clients omit the header; that is accepted.
pub const FORM_TYPE: &str = "application/x-www-form-urlencoded";

/// Scheme of the authorization header, before a single space and the token. It is compared without case, because most
/// clients capitalise it.
pub const SCHEME: &str = "bearer";

/// The only response type.
pub const RESPONSE_TYPE: &str = "code";

/// The only grant type.
pub const GRANT_TYPE: &str = "authorization_code";

/// The token type in the response. The field is our choice, after RFC 6749.
pub const TOKEN_TYPE: &str = "bearer";

/// Name of the redirect's parameter with the code.
pub const CODE: &str = "code";

/// Name of the redirect's parameter with the app's unchanged `state`.
pub const STATE: &str = "state";

/// Name of the redirect's parameter with an [`AuthorizeError`].
pub const ERROR: &str = "error";

/// Name of the redirect's parameter with the issuer of the code: RFC 9207. The specification does not have it.
pub const ISSUER: &str = "iss";

/// Name of the redirect's parameter with the description of the error.
pub const ERROR_DESCRIPTION: &str = "error_description";

/// The only `code_challenge_method` (RFC 7636). The specification does not have challenges: accepting them, and
/// refusing `plain`, which protects nothing, is our choice.
pub const CHALLENGE_METHOD: &str = "S256";

/// Characters of a `code_challenge`: 32 bytes in base64url.
pub const CHALLENGE_LENGTH: usize = 43;

/// Explanation of [`AuthorizeError::AccessDenied`].
pub const DENIED_DESCRIPTION: &str = "The owner of the account cancelled the request for access";

/// `errmsg` of the response to a revoked token.
pub const REVOKED_MESSAGE: &str = "The client has revoked the access grant";

choices! {
    /// Why an authorization failed, in the redirect. The specification names `access_denied`; the names of RFC 6749 for
    /// other causes are our choice.
    AuthorizeError {
        /// The user declined.
        AccessDenied "access_denied",
        /// The account may not use the app: a draft app of another account, or a private app of another team.
        UnauthorizedClient "unauthorized_client",
        /// A scope that the app requires is not available to the user.
        InvalidScope "invalid_scope",
        /// The service failed.
        ServerError "server_error",
    }
    /// Why a token was refused. The specification does not say; these are the names of RFC 6749.
    TokenError {
        /// A parameter is missing or malformed.
        InvalidRequest "invalid_request",
        /// Unknown app, or wrong secret.
        InvalidClient "invalid_client",
        /// The code is unknown, used or too old, or was issued to another app or redirect URI.
        InvalidGrant "invalid_grant",
        /// The app may not use this grant.
        UnauthorizedClient "unauthorized_client",
        /// The grant type is not `authorization_code`.
        UnsupportedGrantType "unsupported_grant_type",
    }
}

queries! {
    /// The parameters with which the app redirects the user's browser to [`AUTHORIZE_PATH`].
    Authorization {
        /// Client id of the app.
        client_id: String,
        /// URI to which the browser is redirected: exactly one of the app's registered ones.
        redirect_uri: String,
        /// Must be [`RESPONSE_TYPE`].
        response_type: String,
        /// Returned unchanged.
        state: Option<String>,
        /// Hash of a secret that the token request must contain; optional, our choice.
        code_challenge: Option<String>,
        /// Method of the hash: only `S256`.
        code_challenge_method: Option<String>,
        /// Names of scopes that the app needs now, separated by spaces. Optional ones are asked for like required ones;
        /// others are ignored. Our choice.
        scope: Option<String>,
    }
    /// The form that the app posts to [`TOKEN_PATH`].
    TokenRequest {
        /// Client id of the app.
        client_id: String,
        /// The app's secret.
        client_secret: String,
        /// The code of the redirect.
        code: String,
        /// The redirect URI of the authorization.
        redirect_uri: String,
        /// Must be [`GRANT_TYPE`].
        grant_type: String,
        /// The secret of the authorization's `code_challenge`; required if there was one, otherwise refused.
        code_verifier: Option<String>,
    }
}

resources! {
    /// The response to a code.
    TokenAnswer {
        /// The token. It is valid for the app that requested it and the account that granted it.
        access_token: String,
        /// The API's URL for this account.
        access_url: String,
        /// [`TOKEN_TYPE`]. Our choice: the specification names the two other fields only.
        token_type: Option<String>,
    }
    /// The response to a refused token request. The specification does not say; this is the shape of RFC 6749.
    TokenRefusal {
        /// The error.
        error: TokenError,
        /// Description of the error.
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
