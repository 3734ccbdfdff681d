//! From packed values back to JSON.

use super::symbols::Symbols;
use super::tokens::{Token, Tokens};
use crate::wire::text::{number_into, quote_into};

/// Depth to which values may be nested; deeper ones are damaged.
const DEEPEST: u32 = 200;

/// Appends the next value as JSON. `None` if it is damaged.
pub(super) fn json_into(tokens: &mut Tokens, symbols: &Symbols, out: &mut String) -> Option<()> {
    value_into(tokens, symbols, DEEPEST, out)
}

fn value_into(tokens: &mut Tokens, symbols: &Symbols, depth: u32, out: &mut String) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match tokens.next()? {
        Token::Symbol(symbol) => value_into(&mut symbols.tokens(symbol), symbols, depth, out)?,
        Token::Array(items) => {
            out.push('[');
            for position in 0..items {
                out.push_str(if position > 0 { "," } else { "" });
                value_into(tokens, symbols, depth, out)?;
            }
            out.push(']');
        }
        Token::Object(shape) => {
            let mut keys = symbols.tokens(shape);
            let Token::Array(count) = keys.next()? else { return None };
            out.push('{');
            for position in 0..count {
                out.push_str(if position > 0 { "," } else { "" });
                value_into(&mut keys, symbols, depth, out)?;
                out.push(':');
                value_into(tokens, symbols, depth, out)?;
            }
            out.push('}');
        }
        scalar => scalar_into(scalar, out),
    }
    Some(())
}

fn scalar_into(scalar: Token, out: &mut String) {
    match scalar {
        Token::Text(text) => quote_into(out, text),
        Token::Integer(number) => number_into(out, number),
        Token::Null => out.push_str("null"),
        Token::Written(text) => {
            out.push('"');
            out.push_str(text);
            out.push('"');
        }
        Token::Digits(_) | Token::Date(_) => {
            out.push('"');
            scalar.text_into(out);
            out.push('"');
        }
        _ => scalar.text_into(out),
    }
}

/// The number of values of an object of a shape.
pub(super) fn width(symbols: &Symbols, shape: u32) -> u32 {
    match symbols.tokens(shape).next() {
        Some(Token::Array(count)) => count,
        _ => 0,
    }
}

/// Copies a value token by token.
pub(super) fn copy_tokens(
    tokens: &mut Tokens,
    symbols: &Symbols,
    push: &mut dyn FnMut(Token, &mut Vec<u8>),
    out: &mut Vec<u8>,
) -> Option<()> {
    let mut open = 1_u32;
    while open > 0 {
        let token = tokens.next()?;
        push(token, out);
        let more = match token {
            Token::Array(items) => items,
            Token::Object(shape) => width(symbols, shape),
            _ => 0,
        };
        open = open.wrapping_sub(1).checked_add(more)?;
    }
    Some(())
}
