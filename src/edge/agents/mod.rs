//! Agents: the shell around `src/gateway/agents`.

mod access;
mod documents;
mod mcp;
mod pages;
mod record;
mod run;

pub(crate) use access::respond as respond_access;
pub(crate) use mcp::respond as respond_mcp;
pub(crate) use pages::respond as respond_pages;
