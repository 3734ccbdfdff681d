//! TABLE. Every kind of question: the parts of its design and of an answer to it.
//!
//! A kind is a pair of family and subtype. The specification omits questions. `single` of `click_map` is undocumented
//! but exists, so it has a row like the others.

choices! {
    /// The families of questions.
    Family {
        SingleChoice "single_choice", MultipleChoice "multiple_choice", Matrix "matrix", OpenEnded "open_ended",
        Demographic "demographic", Datetime "datetime", Presentation "presentation", ClickMap "click_map",
    }
    /// The subtypes of questions. Which of them a family has is in [`KINDS`].
    Subtype {
        Vertical "vertical", VerticalTwoCol "vertical_two_col", VerticalThreeCol "vertical_three_col",
        Horiz "horiz", Menu "menu", Single "single", Rating "rating", Ranking "ranking", Multi "multi",
        Essay "essay", Numerical "numerical", International "international", Us "us", Both "both",
        DateOnly "date_only", TimeOnly "time_only", DescriptiveText "descriptive_text", Image "image",
    }
    /// Displays that change the kind of a question.
    DisplayType {
        ImageChoice "image_choice", Emoji "emoji", Slider "slider", FileUpload "file_upload",
    }
    /// The pictures of an emoji question.
    DisplaySubtype {
        Star "star",
        Smiley "smiley",
        Heart "heart",
        Thumb "thumb",
        /// None: of other displays, in responses of other services.
        Nothing "",
    }
    /// The details that rows of a demographic question request.
    Detail {
        Name "name", Company "company", Address "address", Address2 "address2", City "city", State "state",
        Zip "zip", Country "country", Email "email", Phone "phone",
    }
}

/// The contents of `answers` in a question's design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Design {
    /// No `answers` at all: the field is absent, not empty.
    Nothing,
    /// `choices`.
    Choices,
    /// `rows` and `choices`; every row has the same choices.
    RowsAndChoices,
    /// `rows` and `cols`; every column has its own choices, and there is no `choices`.
    RowsAndColumns,
    /// `rows`.
    Rows,
    /// `rows`, each with the requested detail and whether it is required.
    Details,
}

impl Design {
    /// Whether it has `rows`, `choices` and `cols`.
    pub const fn lists(self) -> [bool; 3] {
        match self {
            Design::Nothing => [false, false, false],
            Design::Choices => [false, true, false],
            Design::RowsAndChoices => [true, true, false],
            Design::RowsAndColumns => [true, false, true],
            Design::Rows | Design::Details => [true, false, false],
        }
    }
}

/// The parts of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parts {
    /// There are no answers.
    Nothing,
    /// `choice_id`.
    Choice,
    /// `row_id` and `choice_id`.
    RowChoice,
    /// `row_id`, `col_id` and `choice_id`.
    RowColumnChoice,
    /// `row_id` and `text`.
    RowText,
    /// `text`.
    Text,
    /// `download_url` and `content_type`: an uploaded file.
    File,
}

/// How many choices may be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picks {
    /// None: there are no choices.
    Zero,
    /// One for the question.
    One,
    /// Any number for the question.
    Many,
    /// One in every row, or in every cell where the rows have columns.
    OnePerRow,
    /// Any number in every row.
    ManyPerRow,
}

/// Whether a design may have `other`: a text field for another answer or a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Other {
    /// It may have it; the answer is `other_id` and `text`.
    Allowed,
    /// It may not have it.
    Absent,
}

/// The format of a date in an answer: always in US order, for every language of the survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateStyle {
    /// `MM/DD/YYYY hh:mm AM`.
    DateTime,
    /// `MM/DD/YYYY`.
    Date,
    /// `hh:mm AM`.
    Time,
}

/// One kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Family.
    pub family: Family,
    /// Subtype.
    pub subtype: Subtype,
    /// What its design contains.
    pub design: Design,
    /// What an answer contains.
    pub parts: Parts,
    /// How many choices may be selected.
    pub picks: Picks,
    /// Whether the design may have `other`.
    pub other: Other,
}

macro_rules! kinds {
    ($( $family:ident $subtype:ident $design:ident $parts:ident $picks:ident $other:ident; )+) => {
        /// Every kind of question.
        pub const KINDS: &[Kind] = &[$( Kind {
            family: Family::$family,
            subtype: Subtype::$subtype,
            design: Design::$design,
            parts: Parts::$parts,
            picks: Picks::$picks,
            other: Other::$other,
        } ),+];
    };
}

kinds! {
//  family         subtype          design         parts           picks      other
    SingleChoice   Vertical         Choices        Choice          One        Allowed;
    SingleChoice   VerticalTwoCol   Choices        Choice          One        Allowed;
    SingleChoice   VerticalThreeCol Choices        Choice          One        Allowed;
    SingleChoice   Horiz            Choices        Choice          One        Allowed;
    SingleChoice   Menu             Choices        Choice          One        Allowed;
    MultipleChoice Vertical         Choices        Choice          Many       Allowed;
    MultipleChoice VerticalTwoCol   Choices        Choice          Many       Allowed;
    MultipleChoice VerticalThreeCol Choices        Choice          Many       Allowed;
    MultipleChoice Horiz            Choices        Choice          Many       Allowed;
    Matrix         Single           RowsAndChoices RowChoice       OnePerRow  Allowed;
    Matrix         Rating           RowsAndChoices RowChoice       OnePerRow  Allowed;
    // Created with rows only: the service adds a choice for every rank.
    Matrix         Ranking          RowsAndChoices RowChoice       OnePerRow  Allowed;
    Matrix         Menu             RowsAndColumns RowColumnChoice OnePerRow  Allowed;
    Matrix         Multi            RowsAndChoices RowChoice       ManyPerRow Allowed;
    OpenEnded      Single           Nothing        Text            Zero       Absent;
    OpenEnded      Essay            Nothing        Text            Zero       Absent;
    OpenEnded      Multi            Rows           RowText         Zero       Absent;
    OpenEnded      Numerical        Rows           RowText         Zero       Absent;
    Demographic    International    Details        RowText         Zero       Absent;
    Demographic    Us               Details        RowText         Zero       Absent;
    Datetime       Both             Rows           RowText         Zero       Absent;
    Datetime       DateOnly         Rows           RowText         Zero       Absent;
    Datetime       TimeOnly         Rows           RowText         Zero       Absent;
    Presentation   DescriptiveText  Nothing        Nothing         Zero       Absent;
    Presentation   Image            Nothing        Nothing         Zero       Absent;
    // Its answers are not documented: that it has none is our choice.
    ClickMap       Single           Nothing        Nothing         Zero       Absent;
}

impl Kind {
    /// The kind with this family and subtype, if the family has the subtype.
    pub fn find_kind(family: Family, subtype: Subtype) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.family == family && kind.subtype == subtype)
    }

    /// The format of the dates in its answers, if they are dates.
    pub fn date_style(&self) -> Option<DateStyle> {
        match (self.family, self.subtype) {
            (Family::Datetime, Subtype::Both) => Some(DateStyle::DateTime),
            (Family::Datetime, Subtype::DateOnly) => Some(DateStyle::Date),
            (Family::Datetime, Subtype::TimeOnly) => Some(DateStyle::Time),
            _ => None,
        }
    }
}

/// One way to display a kind of question as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Display {
    /// The display.
    pub display_type: DisplayType,
    /// Family of the questions that can have this display.
    pub family: Family,
    /// Their subtype; `None` for every subtype of the family.
    pub subtype: Option<Subtype>,
    /// The contents of an answer.
    pub parts: Parts,
}

/// Every display. That both choice families can have pictures in their choices is our choice.
pub const DISPLAYS: &[Display] = &[
    Display {
        display_type: DisplayType::ImageChoice,
        family: Family::SingleChoice,
        subtype: None,
        parts: Parts::Choice,
    },
    Display {
        display_type: DisplayType::ImageChoice,
        family: Family::MultipleChoice,
        subtype: None,
        parts: Parts::Choice,
    },
    Display {
        display_type: DisplayType::Emoji,
        family: Family::Matrix,
        subtype: Some(Subtype::Rating),
        parts: Parts::RowChoice,
    },
    Display {
        display_type: DisplayType::Slider,
        family: Family::OpenEnded,
        subtype: Some(Subtype::Single),
        parts: Parts::Text,
    },
    Display {
        display_type: DisplayType::FileUpload,
        family: Family::OpenEnded,
        subtype: Some(Subtype::Single),
        parts: Parts::File,
    },
];

impl Display {
    /// The display of a kind of question, if the kind can have it.
    pub fn find_display(display_type: DisplayType, kind: &Kind) -> Option<&'static Display> {
        DISPLAYS.iter().find(|display| {
            display.display_type == display_type
                && display.family == kind.family
                && display.subtype.is_none_or(|subtype| subtype == kind.subtype)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_listed_once_and_every_family_has_one() {
        for (index, kind) in KINDS.iter().enumerate() {
            assert_eq!(
                KINDS.iter().position(|other| other.family == kind.family && other.subtype == kind.subtype),
                Some(index)
            );
        }
        for family in Family::ALL {
            assert!(KINDS.iter().any(|kind| kind.family == *family), "{family:?}");
        }
        assert_eq!(Kind::find_kind(Family::Datetime, Subtype::Ranking), None);
    }

    #[test]
    fn only_datetime_questions_are_answered_with_dates() {
        for kind in KINDS {
            assert_eq!(kind.date_style().is_some(), kind.family == Family::Datetime, "{kind:?}");
        }
    }

    #[test]
    fn a_display_belongs_to_its_kinds_alone() {
        let of = |family, subtype| Kind::find_kind(family, subtype).unwrap();
        let single = of(Family::OpenEnded, Subtype::Single);
        assert_eq!(Display::find_display(DisplayType::FileUpload, single).unwrap().parts, Parts::File);
        assert_eq!(Display::find_display(DisplayType::Slider, of(Family::OpenEnded, Subtype::Essay)), None);
        assert!(Display::find_display(DisplayType::ImageChoice, of(Family::SingleChoice, Subtype::Horiz)).is_some());
    }
}
