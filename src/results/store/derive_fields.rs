//! The part of the walk through a record that is about the response itself: dates, fields, variables, path.

use super::clock::NO_TIME;
use super::derive::{Deriver, RecordWalk, Role};
use super::derived::{Mark, set_number};
use super::ids::PartId;
use super::members::Member;
use super::records::RecordId;
use super::scalars::{scalar, skip, time, value_place};
use super::symbols::Symbols;
use super::tokens::{Token, Tokens};
use super::unpack::width;
use super::values::Precedence;

impl Deriver {
    /// The id of a record. It comes first as a rule, so the rest is not read.
    pub(super) fn id<'a>(&mut self, symbols: &'a Symbols, mut tokens: Tokens<'a>) -> Option<RecordId> {
        if !self.find(symbols, &mut tokens, Member::Id)? {
            return Some(RecordId::default());
        }
        if let Token::Digits(number) = { tokens }.next()? {
            return Some(RecordId::Number(number));
        }
        scalar(symbols, &mut tokens).map(|id| RecordId::of_text(&id))
    }

    /// The time of a record's last change. It comes last as a rule, so nearly the whole record is passed over.
    pub(super) fn modified<'a>(&mut self, symbols: &'a Symbols, mut tokens: Tokens<'a>) -> Option<u64> {
        let has_date = self.find(symbols, &mut tokens, Member::Modified)?;
        if has_date { time(symbols, &mut tokens) } else { Some(NO_TIME) }
    }

    /// Goes to the value of a record's member; false if the record does not have it.
    fn find(&mut self, symbols: &Symbols, tokens: &mut Tokens, wanted: Member) -> Option<bool> {
        let shape = tokens.next_object()?;
        for member in self.shapes.members(symbols, shape).iter() {
            if *member == wanted {
                return Some(true);
            }
            skip(symbols, tokens)?;
        }
        Some(false)
    }

    /// Marks the parts of a response.
    pub(super) fn response<'w>(&mut self, walk: &mut RecordWalk<'w>, tokens: &mut Tokens<'w>) -> Option<()> {
        let Token::Object(shape) = tokens.next()? else { return None };
        for member in self.shapes.members(walk.symbols, shape).iter() {
            match member {
                Member::Pages => self.items(walk, tokens, true, &mut Deriver::page)?,
                Member::Path => self.path(walk, tokens)?,
                Member::Variables => self.variables(walk, tokens)?,
                Member::Metadata => self.metadata(walk, tokens)?,
                Member::Created => set_number(&mut walk.derived.created, walk.row, time(walk.symbols, tokens)?),
                Member::Modified => set_number(&mut walk.derived.modified, walk.row, time(walk.symbols, tokens)?),
                Member::Seconds => {
                    let seconds = scalar(walk.symbols, tokens)?.parse::<u32>().ok();
                    set_number(
                        &mut walk.derived.seconds,
                        walk.row,
                        seconds.map_or(0, |seconds| seconds.saturating_add(1)),
                    );
                }
                member => {
                    let place = value_place(walk.symbols, tokens, true)?;
                    if let Some(field) = member.field() {
                        walk.derived.set_field(&field, walk.row, place, Precedence::Own);
                    }
                }
            }
        }
        Some(())
    }

    fn metadata<'w>(&mut self, walk: &mut RecordWalk<'w>, tokens: &mut Tokens<'w>) -> Option<()> {
        let symbols = walk.symbols;
        self.members(symbols, tokens, true, &mut |deriver, outer, tokens, in_record| {
            deriver.members(symbols, tokens, in_record, &mut |deriver, inner, tokens, in_record| {
                let field = inner.field_within(outer);
                deriver.members(symbols, tokens, in_record, &mut |_, member, tokens, in_record| {
                    let place = value_place(symbols, tokens, in_record)?;
                    if let (Member::Value, Some(field)) = (member, &field) {
                        walk.derived.set_field(field, walk.row, place, Precedence::Metadata);
                    }
                    Some(())
                })
            })
        })
    }

    fn variables<'w>(&mut self, walk: &mut RecordWalk<'w>, tokens: &mut Tokens<'w>) -> Option<()> {
        let symbols = walk.symbols;
        let (shape, mut inner) = match tokens.next()? {
            Token::Object(shape) => (shape, None),
            Token::Symbol(symbol) => {
                let mut inner = symbols.tokens(symbol);
                let Token::Object(shape) = inner.next()? else { return Some(()) };
                (shape, Some(inner))
            }
            first => return tokens.skip(first, &|shape| width(symbols, shape)),
        };
        let in_record = inner.is_none();
        let tokens = inner.as_mut().unwrap_or(tokens);
        let mut keys = symbols.tokens(shape);
        let Token::Array(count) = keys.next()? else { return None };
        for _ in 0..count {
            let name = scalar(symbols, &mut keys)?;
            let place = value_place(symbols, tokens, in_record)?;
            walk.derived.set_variable(&name, walk.row, place);
        }
        Some(())
    }

    fn path<'w>(&mut self, walk: &mut RecordWalk<'w>, tokens: &mut Tokens<'w>) -> Option<()> {
        match tokens.next()? {
            Token::Symbol(symbol) => self.known(walk, symbol, Role::Path, &mut |deriver, walk, tokens| {
                let first = tokens.next()?;
                deriver.visited(walk, first, tokens)
            }),
            first => self.visited(walk, first, tokens),
        }
    }

    fn visited<'w>(&mut self, walk: &mut RecordWalk<'w>, first: Token, tokens: &mut Tokens<'w>) -> Option<()> {
        let Token::Array(items) = first else { return tokens.skip(first, &|shape| width(walk.symbols, shape)) };
        for _ in 0..items {
            let id = PartId::read(walk.symbols, tokens)?;
            let page = self.ids.page(&id);
            self.found.extend(page.map(|page| (Mark::Visited(page), None)));
        }
        Some(())
    }
}
