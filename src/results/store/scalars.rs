//! Reads single values of a packed record: texts, dates, and where a text is.

use super::clock::{NO_TIME, parse_any, time_of};
use super::symbols::Symbols;
use super::tokens::{Token, Tokens};
use super::unpack::width;
use super::values::{ValuePlace, text_of};
use std::borrow::Cow;

/// Passes over a value.
pub(super) fn skip(symbols: &Symbols, tokens: &mut Tokens) -> Option<()> {
    let first = tokens.next_undecoded()?;
    tokens.skip(first, &|shape| width(symbols, shape))
}

/// Reads a scalar as text; empty for `null` and what is no scalar.
pub(super) fn scalar<'a>(symbols: &'a Symbols, tokens: &mut Tokens<'a>) -> Option<Cow<'a, str>> {
    match tokens.next()? {
        Token::Symbol(symbol) => Some(text_of(symbols.tokens(symbol).next())),
        first => {
            tokens.skip(first, &|shape| width(symbols, shape))?;
            Some(text_of(Some(first)))
        }
    }
}

/// Reads a date as the time of a column; [`NO_TIME`] for what is none.
pub(super) fn time<'a>(symbols: &'a Symbols, tokens: &mut Tokens<'a>) -> Option<u64> {
    let start = *tokens;
    if let Token::Date(seconds) = tokens.next()? {
        return Some(time_of(seconds.into()));
    }
    *tokens = start;
    let text = scalar(symbols, tokens)?;
    Some(parse_any(&text).map_or(NO_TIME, time_of))
}

/// Skips a value and returns where its text is, if it is a scalar with one.
pub(super) fn value_place(symbols: &Symbols, tokens: &mut Tokens, in_record: bool) -> Option<ValuePlace> {
    let place = tokens.place() as u32;
    Some(match tokens.next_undecoded()? {
        Token::Symbol(symbol) => match symbols.tokens(symbol).next_undecoded()? {
            Token::Array(_) | Token::Object(_) => ValuePlace::Nowhere,
            _ => ValuePlace::Symbol(symbol),
        },
        Token::Null => ValuePlace::Nowhere,
        first @ (Token::Array(_) | Token::Object(_)) => {
            tokens.skip(first, &|shape| width(symbols, shape))?;
            ValuePlace::Nowhere
        }
        _ if in_record => ValuePlace::Record(place),
        _ => ValuePlace::Nowhere,
    })
}

/// The place in the record, if the text is there.
pub(super) fn record_place(place: ValuePlace) -> Option<u32> {
    match place {
        ValuePlace::Record(place) => Some(place),
        _ => None,
    }
}
