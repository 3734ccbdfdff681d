//! TABLE. Questions and their answer options: the design of a survey.

use crate::spec::payload::{Decode, Encode};
use crate::spec::questions::{Detail, DisplaySubtype, DisplayType, Family, Subtype};
use crate::spec::shape::{Shape, Shaped};
use crate::spec::types::{Id, Integer, Nullable, Written};
use serde_json::{Map, Number, Value};

choices! {
    /// The order in which answer options are shown.
    SortingType {
        Default "default", TextAscending "textasc", TextDescending "textdesc",
        ResponsesAscending "resp_count_asc", ResponsesDescending "resp_count_desc", Random "random", Flip "flip",
    }
    /// How much of a question must be answered.
    RequiredType {
        All "all", AtLeast "at_least", AtMost "at_most", Exactly "exactly", Range "range",
    }
    /// The check that a text must pass to count as an answer.
    ValidationType {
        Any "any", Integer "integer", Decimal "decimal", DateUs "date_us", DateInternational "date_intl",
        Regex "regex", Email "email", TextLength "text_length",
    }
}

resources! {
    /// A question in a list.
    QuestionRef {
        /// Id of the question.
        id: Id,
        /// The first of its headings.
        heading: String,
        /// Position on the page, from 1.
        position: Integer,
        /// URL of the question.
        href: String,
    }
    /// A question.
    Question {
        /// Id of the question.
        id: Id,
        /// Position on the page, from 1.
        position: Integer,
        /// False if the question was deleted and answers still refer to it.
        visible: bool,
        /// Family; together with the subtype it determines the form of an answer.
        family: Family,
        /// Subtype.
        subtype: Subtype,
        /// Layout on the page; null for most questions, and absent in older surveys.
        layout: Option<Nullable<Layout>>,
        /// Name for editors; of presentation questions.
        nickname: Option<String>,
        /// The headings: one, or several that are assigned to respondents at random.
        headings: Vec<Heading>,
        /// The order in which the answer options are shown; null for their own order.
        sorting: Nullable<Sorting>,
        /// How much must be answered; null, never false, if the question is optional.
        required: Nullable<Required>,
        /// The check for a text; null if there is none.
        validation: Nullable<Validation>,
        /// Whether each choice may be used in one row only; of matrix questions with a rating or a single choice.
        forced_ranking: bool,
        /// The question's part in a quiz; absent in other surveys.
        quiz_options: Option<QuestionQuiz>,
        /// A display that changes the kind of the question; absent if there is none.
        display_options: Option<DisplayOptions>,
        /// The answer options; absent, not empty, for kinds without any.
        answers: Option<Answers>,
        /// URL of this resource.
        href: String,
    }
    /// The layout of a question on the page.
    Layout {
        /// Space below.
        bottom_spacing: Option<Number>,
        /// Width of a column.
        col_width: Option<Number>,
        /// Unit of the width of a column.
        col_width_format: Option<String>,
        /// Space on the left.
        left_spacing: Option<Number>,
        /// Width of the text field in characters.
        num_chars: Option<Integer>,
        /// Height of the text field in lines.
        num_lines: Option<Integer>,
        /// Whether the question starts a new row.
        position: Option<String>,
        /// Space on the right.
        right_spacing: Option<Number>,
        /// Space above.
        top_spacing: Option<Number>,
        /// Width of the question.
        width: Option<Number>,
        /// Unit of the width of the question.
        width_format: Option<String>,
    }
    /// A heading of a question.
    Heading {
        /// Text; may be empty if headings are assigned at random.
        heading: String,
        /// Text below, or the title of an image.
        description: Option<String>,
        /// Image of a presentation question.
        image: Option<HeadingImage>,
        /// How the heading is assigned at random.
        random_assignment: Option<RandomAssignment>,
    }
    /// An image in a heading.
    HeadingImage {
        /// URL of the image.
        url: String,
    }
    /// How a heading is assigned to respondents at random.
    RandomAssignment {
        /// Id of the assignment; given by the service. Without it, an earlier `variable_name` keeps its id.
        id: Option<Id>,
        /// Chance in percent; those of a question add up to 100.
        percent: Number,
        /// Position among the headings, from 1.
        position: Option<Integer>,
        /// Name by which responses refer to the heading; may be empty.
        variable_name: Option<String>,
    }
    /// The order in which answer options are shown.
    Sorting {
        /// The order.
        r#type: SortingType,
        /// Whether the last option keeps its place.
        ignore_last: Option<bool>,
    }
    /// How much of a question must be answered.
    Required {
        /// Message for a respondent who answers too little.
        text: String,
        /// Meaning of the amount.
        r#type: Option<RequiredType>,
        /// The amount; for a range two numbers with a comma, such as `1,3`.
        amount: Option<Written>,
    }
    /// The check that a text must pass to count as an answer.
    Validation {
        /// The check.
        r#type: ValidationType,
        /// Message for a respondent whose answer fails the check.
        text: String,
        /// Smallest value, earliest date or shortest text; null if there is none.
        min: Nullable<Written>,
        /// Largest value, latest date or longest text; null if there is none.
        max: Nullable<Written>,
        /// Required sum of the numbers of a numerical question; null if there is none.
        sum: Nullable<Integer>,
        /// Message for a respondent whose numbers have another sum; empty if no sum is required.
        sum_text: String,
    }
    /// The check that a text must pass to count as an answer, as input.
    ValidationNew {
        /// The check.
        r#type: ValidationType,
        /// Message for a respondent whose answer fails the check.
        text: Option<String>,
        /// Smallest value, earliest date or shortest text.
        min: Option<Written>,
        /// Largest value, latest date or longest text.
        max: Option<Written>,
        /// Required sum of the numbers of a numerical question: a whole number.
        sum: Option<Written>,
        /// Message for a respondent whose numbers have another sum; the service's default if empty or not given.
        sum_text: Option<String>,
    }
    /// A question's part in a quiz.
    QuestionQuiz {
        /// Whether its answers are scored.
        scoring_enabled: bool,
        /// Feedback on an answer.
        feedback: Option<QuestionFeedback>,
    }
    /// Feedback on an answer.
    QuestionFeedback {
        /// Feedback on a correct answer.
        correct_text: Option<String>,
        /// Feedback on a wrong answer.
        incorrect_text: Option<String>,
        /// Feedback on a partly correct answer.
        partial_text: Option<String>,
    }
    /// A display that changes the kind of a question: pictures, a slider or an upload.
    DisplayOptions {
        /// The display. Only an object without any setting may lack it, as in text blocks of other services; it is
        /// ignored.
        display_type: Option<DisplayType>,
        /// The picture of an emoji question.
        display_subtype: Option<DisplaySubtype>,
        /// Label at the left end of a slider.
        left_label: Option<String>,
        /// Id of that label.
        left_label_id: Option<Id>,
        /// Label in the middle of a slider.
        middle_label: Option<String>,
        /// Id of that label.
        middle_label_id: Option<Id>,
        /// Label at the right end of a slider.
        right_label: Option<String>,
        /// Id of that label.
        right_label_id: Option<Id>,
        /// Whether the number is shown next to the slider or the pictures.
        show_display_number: Option<bool>,
        /// Settings of the display itself.
        custom_options: Option<CustomOptions>,
    }
    /// Settings of a display.
    CustomOptions {
        /// Initial position of a slider; as input a whole number from 0.
        starting_position: Option<Number>,
        /// Step of a slider; as input a whole number from 1.
        step_size: Option<Number>,
        /// The options of the display, such as the accepted file types of an upload.
        option_set: Option<Vec<Written>>,
        /// Colour of the pictures, as a hex string.
        color: Option<String>,
    }
    /// The answer options of a question. The table of kinds says which options each kind has.
    Answers {
        /// The choices, including deleted ones.
        choices: Option<Vec<Choice>>,
        /// The rows, each with a choice or a text field.
        rows: Option<Vec<Row>>,
        /// The columns of a matrix of menus, each with its own choices.
        cols: Option<Vec<Column>>,
        /// A text field for another answer or a comment.
        other: Option<OtherOption>,
    }
    /// A choice.
    Choice {
        /// Id of the choice.
        id: Id,
        /// Text; may repeat, and is empty for stars and pictures.
        text: String,
        /// Position among the choices, from 1.
        position: Integer,
        /// False if the choice was deleted and answers still refer to it.
        visible: bool,
        /// The choice's part in a quiz.
        quiz_options: Option<ChoiceQuiz>,
        /// Text below; of matrix questions.
        description: Option<String>,
        /// Value of the choice; of ratings and rankings.
        weight: Option<Number>,
        /// Whether the choice means "not applicable" for the row; of matrix questions.
        is_na: Option<bool>,
        /// Picture; of image choices.
        image: Option<ChoiceImage>,
    }
    /// A choice's part in a quiz.
    ChoiceQuiz {
        /// Points for choosing it; as input a whole number from 0.
        score: Number,
    }
    /// The picture of a choice.
    ChoiceImage {
        /// URL of the picture.
        url: String,
        /// Name under which the service stores the picture.
        s3_key: Option<String>,
    }
    /// A row.
    Row {
        /// Id of the row.
        id: Id,
        /// Text; may be empty.
        text: String,
        /// Position among the rows, from 1.
        position: Integer,
        /// False if the row was deleted and answers still refer to it.
        visible: bool,
        /// Detail that the row requests; of demographic questions.
        r#type: Option<Detail>,
        /// Whether the row must be answered; of demographic questions.
        required: Option<bool>,
    }
    /// A column of a matrix of menus.
    Column {
        /// Id of the column.
        id: Id,
        /// Text.
        text: String,
        /// Position among the columns, from 1.
        position: Integer,
        /// False if the column was deleted and answers still refer to it.
        visible: bool,
        /// The choices of the column.
        choices: Vec<ColumnChoice>,
    }
    /// A choice in a column.
    ColumnChoice {
        /// Id of the choice.
        id: Id,
        /// Text.
        text: String,
        /// Position among the choices, from 1.
        position: Integer,
        /// False if the choice was deleted and answers still refer to it.
        visible: bool,
        /// Whether the choice means "not applicable" for the cell.
        is_na: Option<bool>,
    }
    /// A text field for another answer or a comment.
    OtherOption {
        /// Id of the option; answers refer to it as `other_id`.
        id: Id,
        /// Label of the field.
        text: String,
        /// False if the option was deleted and answers still refer to it.
        visible: bool,
        /// Whether it is a separate choice, or a comment in addition to the others.
        is_answer_choice: Option<bool>,
        /// Whether every row of a matrix has the field.
        apply_all_rows: Option<bool>,
        /// Position among the choices.
        position: Integer,
        /// Width of the field in characters.
        num_chars: Option<Integer>,
        /// Height of the field in lines.
        num_lines: Option<Integer>,
        /// Message for a respondent who leaves the field empty.
        error_text: Option<String>,
    }
    /// A new question, or changes to one. A new question requires headings, family and subtype, or a question of the
    /// bank; in a PATCH all fields are optional, and a choice or row that is named by its id keeps what it leaves out.
    QuestionNew {
        /// The headings: one, or several that are assigned to respondents at random.
        headings: Option<Vec<Heading>>,
        /// Position on the page, from 1; by default a new question is added at the end, and an existing one does not
        /// move.
        position: Option<Integer>,
        /// False deletes the question, as in the editor.
        visible: Option<bool>,
        /// Family.
        family: Option<Family>,
        /// Subtype.
        subtype: Option<Subtype>,
        /// Layout on the page.
        layout: Option<Layout>,
        /// Name for editors; of presentation questions.
        nickname: Option<String>,
        /// The order in which the answer options are shown.
        sorting: Option<Sorting>,
        /// How much must be answered.
        required: Option<Required>,
        /// The check for a text.
        validation: Option<ValidationNew>,
        /// Whether each choice may be used in one row only; of matrix questions with a rating or a single choice.
        forced_ranking: Option<bool>,
        /// The question's part in a quiz.
        quiz_options: Option<QuestionQuiz>,
        /// A display that changes the kind of the question; required for such a kind. In a PATCH, an object with a
        /// `display_type` replaces the stored one as a whole, and one without any setting is ignored.
        display_options: Option<DisplayOptions>,
        /// The answer options.
        answers: Option<AnswersNew>,
        /// The question of the bank to copy.
        question_bank: Option<QuestionBankPick>,
    }
    /// The answer options of a question, as input. A ranking accepts only rows.
    AnswersNew {
        /// The choices.
        choices: Option<Vec<ChoiceNew>>,
        /// The rows, each with a choice or a text field.
        rows: Option<Vec<RowNew>>,
        /// The columns of a matrix of menus.
        cols: Option<Vec<ColumnNew>>,
        /// A text field for another answer or a comment: an object as in responses, or an array of one as in the
        /// documentation's examples.
        other: Option<OneOrFirst<OtherNew>>,
    }
    /// A choice, as input.
    ChoiceNew {
        /// Choice of the question with this id; a new one if not given. That ids are preserved is our choice.
        id: Option<Id>,
        /// Text; empty if not given, as for stars and pictures.
        text: Option<String>,
        /// Position among the choices, from 1; the position in this array if not given.
        position: Option<Integer>,
        /// False deletes the choice, as in the editor.
        visible: Option<bool>,
        /// The choice's part in a quiz.
        quiz_options: Option<ChoiceQuiz>,
        /// Text below; of matrix questions.
        description: Option<String>,
        /// Value of the choice, from -2147483647 to 2147483647; of ratings.
        weight: Option<Number>,
        /// Whether the choice means "not applicable" for the row; of matrix questions.
        is_na: Option<bool>,
        /// Picture; of image choices.
        image: Option<ChoiceImage>,
    }
    /// A row, as input.
    RowNew {
        /// Row of the question with this id; a new one if not given. That ids are preserved is our choice.
        id: Option<Id>,
        /// Text; if not given, empty, or the name of the detail in a demographic question.
        text: Option<String>,
        /// Position among the rows, from 1; the position in this array if not given.
        position: Option<Integer>,
        /// False deletes the row.
        visible: Option<bool>,
        /// Detail that the row requests; of demographic questions.
        r#type: Option<Detail>,
        /// Whether the row must be answered; of demographic questions.
        required: Option<bool>,
    }
    /// A column of a matrix of menus, as input.
    ColumnNew {
        /// Column of the question with this id; a new one if not given. That ids are preserved is our choice.
        id: Option<Id>,
        /// Text.
        text: String,
        /// Position among the columns, from 1; the position in this array if not given.
        position: Option<Integer>,
        /// False deletes the column, as in the editor.
        visible: Option<bool>,
        /// The choices of the column.
        choices: Vec<ChoiceNew>,
    }
    /// A text field for another answer or a comment, as input.
    OtherNew {
        /// Id of the question's one option of this kind. The id never changes, whether it is given or not: our choice.
        id: Option<Id>,
        /// Label of the field.
        text: Option<String>,
        /// False deletes the option, as in the editor.
        visible: Option<bool>,
        /// Whether it is a separate choice, or a comment in addition to the others; a comment if not given, which is
        /// our choice.
        is_answer_choice: Option<bool>,
        /// Whether every row of a matrix has the field; false if not given.
        apply_all_rows: Option<bool>,
        /// Position among the choices.
        position: Option<Integer>,
        /// Width of the field in characters.
        num_chars: Option<Integer>,
        /// Height of the field in lines.
        num_lines: Option<Integer>,
        /// Message for a respondent who leaves the field empty.
        error_text: Option<String>,
    }
    /// The question of the bank to copy.
    QuestionBankPick {
        /// Id of the question in the bank.
        question_bank_question_id: Id,
        /// Options chosen for its modifiers: an array of options, one option as an object, or an object from each
        /// modifier's id to the option or its id. The form is not documented: these are our choice.
        modifier_options: Option<ModifierPicks>,
        /// Whether the question is from the team's own bank; false if not given.
        is_custom: Option<bool>,
    }
    /// The option chosen for a modifier.
    ModifierPick {
        /// Id of the modifier.
        modifier_id: Id,
        /// Id of the option.
        modifier_options_id: Id,
        /// Text for the modifier, if the option requires one.
        value: Option<String>,
    }
}

impl Question {
    /// The question's display, if it has one.
    pub fn display_type(&self) -> Option<DisplayType> {
        self.display_options.as_ref()?.display_type
    }
}

impl OtherOption {
    /// Whether it is a separate choice, not a comment in addition to the others.
    pub fn is_choice(&self) -> bool {
        self.is_answer_choice == Some(true)
    }

    /// Whether every row of a matrix has its field.
    pub fn is_in_every_row(&self) -> bool {
        self.apply_all_rows == Some(true)
    }
}

/// A value that may be sent as an array, of which the first item is used. It is encoded without the array.
#[derive(Debug, Clone, PartialEq)]
pub struct OneOrFirst<T>(pub T);

impl<T: Shaped> Shaped for OneOrFirst<T> {
    const SHAPE: Shape = Shape::OneOrFirst(&T::SHAPE);
}

impl<T: Encode> Encode for OneOrFirst<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
}

impl<T: Decode> Decode for OneOrFirst<T> {
    fn read(value: Option<Value>, sound: &mut bool) -> OneOrFirst<T> {
        let one = if let Some(Value::Array(items)) = value { items.into_iter().next() } else { value };
        OneOrFirst(T::read(one, sound))
    }
}

/// The options chosen for the modifiers of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum ModifierPicks {
    /// As an array.
    Listed(Vec<ModifierPick>),
    /// As an object: one option, or each option under the id of its modifier.
    Keyed(Map<String, Value>),
}

impl Shaped for ModifierPicks {
    const SHAPE: Shape = Shape::ListedOrKeyed(&ModifierPick::SHAPE);
}

impl Encode for ModifierPicks {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            ModifierPicks::Listed(picks) => picks.write(out),
            ModifierPicks::Keyed(fields) => Value::Object(fields.clone()).write(out),
        }
    }
}

impl Decode for ModifierPicks {
    fn read(value: Option<Value>, sound: &mut bool) -> ModifierPicks {
        match value {
            Some(Value::Object(fields)) => ModifierPicks::Keyed(fields),
            value => ModifierPicks::Listed(Decode::read(value, sound)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: Decode>(text: &str) -> Option<T> {
        T::of(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn other_comes_as_an_object_or_in_an_array_and_leaves_as_an_object() {
        for text in [r#"{"other":{"text":"Else"}}"#, r#"{"other":[{"text":"Else"}]}"#, r#"{"other":[{"text":"Else"},{}]}"#] {
            let answers: AnswersNew = read(text).unwrap();
            let mut out = Vec::new();
            answers.write(&mut out);
            assert_eq!(out, br#"{"other":{"text":"Else"}}"#);
        }
        assert!(read::<AnswersNew>(r#"{"other":[]}"#).is_none());
        assert!(read::<AnswersNew>(r#"{"other":"Else"}"#).is_none());
        assert_eq!(read::<AnswersNew>(r#"{"other":null}"#).unwrap().other, None);
    }

    #[test]
    fn a_limit_may_be_written_as_a_number() {
        let text = r#"{"type":"integer","min":-20,"max":"30","sum":1.5}"#;
        let validation: ValidationNew = read(text).unwrap();
        assert_eq!(validation.min, Some(Written("-20".into())));
        assert_eq!(validation.max, Some(Written("30".into())));
        assert_eq!(validation.sum, Some(Written("1.5".into())));
        assert!(read::<Written>("true").is_none());
    }
}
