//! The members of a response that become columns, by name.

use super::field::Field;
use super::scalars::scalar;
use super::symbols::Symbols;
use super::tokens::Token;
use std::rc::Rc;

macro_rules! members {
    ($( $variant:ident $name:literal ),+ $(,)?) => {
        /// A member of a response, or of a part of it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Member {
            $( $variant, )+
            /// Any other member.
            Other,
        }

        impl Member {
            pub(super) fn of_name(name: &str) -> Member {
                match name {
                    $( $name => Member::$variant, )+
                    _ => Member::Other,
                }
            }
        }
    };
}

members! {
    Id "id", Created "date_created", Modified "date_modified", Status "response_status", Collector "collector_id",
    Mode "collection_mode", Custom "custom_value", Email "email_address", FirstName "first_name", LastName "last_name",
    Ip "ip_address", Language "language", Seconds "total_time", Variables "custom_variables", Metadata "metadata",
    Contact "contact", Respondent "respondent", ContactEmail "email", Value "value", Path "page_path", Pages "pages",
    Questions "questions", Answers "answers", Choice "choice_id", Row "row_id", Column "col_id", OtherField "other_id",
    Text "text", File "download_url",
}

impl Member {
    /// The field of a member of the response.
    pub(super) fn field(self) -> Option<Field> {
        Some(match self {
            Member::Status => Field::Status,
            Member::Collector => Field::Collector,
            Member::Language => Field::Language,
            Member::Mode => Field::Mode,
            Member::Custom => Field::Custom,
            Member::Email => Field::Email,
            Member::FirstName => Field::FirstName,
            Member::LastName => Field::LastName,
            Member::Ip => Field::Ip,
            _ => return None,
        })
    }

    /// The field of a member of the metadata's `contact` or `respondent`.
    pub(super) fn field_within(self, outer: Member) -> Option<Field> {
        match (outer, self) {
            (Member::Contact, Member::ContactEmail) => Some(Field::Email),
            (Member::Contact, Member::FirstName) => Some(Field::FirstName),
            (Member::Contact, Member::LastName) => Some(Field::LastName),
            (Member::Contact, Member::Custom) => Some(Field::Custom),
            (Member::Respondent, Member::Language) => Some(Field::Language),
            _ => None,
        }
    }
}

/// The members of shapes, worked out when a shape is first met.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    known: Vec<Option<Rc<[Member]>>>,
}

impl Shapes {
    /// The members of a shape.
    pub(super) fn members(&mut self, symbols: &Symbols, shape: u32) -> Rc<[Member]> {
        let place = shape as usize;
        if let Some(Some(members)) = self.known.get(place) {
            return Rc::clone(members);
        }
        let mut keys = symbols.tokens(shape);
        let count = match keys.next() {
            Some(Token::Array(count)) => count,
            _ => 0,
        };
        let names = (0..count).map(|_| scalar(symbols, &mut keys).map_or(Member::Other, |name| Member::of_name(&name)));
        let members: Rc<[Member]> = names.collect();
        if self.known.len() <= place {
            self.known.resize(place.saturating_add(1), None);
        }
        if let Some(known) = self.known.get_mut(place) {
            *known = Some(Rc::clone(&members));
        }
        members
    }
}
