//! TABLE. Questions and their answer options: the design of a survey.

use crate::spec::payload::{Decode, Encode};
use crate::spec::questions::{Detail, DisplaySubtype, DisplayType, Family, Subtype};
use crate::spec::shape::{Shape, Shaped};
use crate::spec::types::{Id, Integer, Nullable, Written};
use serde_json::{Map, Value};

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
    /// What a text must be to count as an answer.
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
        /// Place on the page, from 1.
        position: Integer,
        /// Address of the question.
        href: String,
    }
    /// A question.
    Question {
        /// Id of the question.
        id: Id,
        /// Place on the page, from 1.
        position: Integer,
        /// False if the question was deleted in the editor and answers still refer to it.
        visible: bool,
        /// Family; with the subtype it says what an answer is made of.
        family: Family,
        /// Subtype.
        subtype: Subtype,
        /// How it is set on the page; null on most questions.
        layout: Nullable<Layout>,
        /// Name that only the editors see; on presentation questions.
        nickname: Option<String>,
        /// The headings: one, or several that are assigned to respondents at random.
        headings: Vec<Heading>,
        /// The order in which the answer options are shown; null if they keep their places.
        sorting: Nullable<Sorting>,
        /// What must be answered; null, never false, if nothing must.
        required: Nullable<Required>,
        /// What a text must be; null if it may be anything.
        validation: Nullable<Validation>,
        /// Whether every choice may be used in one row only; of matrix questions that rate or pick one.
        forced_ranking: bool,
        /// How the question counts in a quiz; absent elsewhere.
        quiz_options: Option<QuestionQuiz>,
        /// The display that makes another question of it; absent without one.
        display_options: Option<DisplayOptions>,
        /// The answer options; absent, not empty, for kinds without any.
        answers: Option<Answers>,
        /// Address of this resource.
        href: String,
    }
    /// How a question is set on the page.
    Layout {
        /// Space below.
        bottom_spacing: Option<Integer>,
        /// Width of a column.
        col_width: Option<Integer>,
        /// Unit of the width of a column.
        col_width_format: Option<String>,
        /// Space on the left.
        left_spacing: Option<Integer>,
        /// Width of the text field in characters.
        num_chars: Option<Integer>,
        /// Height of the text field in lines.
        num_lines: Option<Integer>,
        /// Whether the question starts a new row.
        position: Option<String>,
        /// Space on the right.
        right_spacing: Option<Integer>,
        /// Space above.
        top_spacing: Option<Integer>,
        /// Width of the question.
        width: Option<Integer>,
        /// Unit of the width of the question.
        width_format: Option<String>,
    }
    /// A heading of a question.
    Heading {
        /// Text; may be empty where headings are assigned at random.
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
        /// Address of the image.
        url: String,
    }
    /// How a heading is assigned to respondents at random.
    RandomAssignment {
        /// Id of the assignment; given by the service.
        id: Option<Id>,
        /// Chance in percent; those of a question add up to 100.
        percent: Integer,
        /// Place among the headings, from 1.
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
        /// What a respondent is told who answers too little.
        text: String,
        /// How the amount is meant.
        r#type: Option<RequiredType>,
        /// The amount; two numbers with a comma between for a range, such as `1,3`.
        amount: Option<Written>,
    }
    /// What a text must be to count as an answer.
    Validation {
        /// The check.
        r#type: ValidationType,
        /// What a respondent is told whose answer fails it.
        text: String,
        /// Smallest value, earliest date or shortest text; null if there is none.
        min: Nullable<Written>,
        /// Largest value, latest date or longest text; null if there is none.
        max: Nullable<Written>,
        /// What the numbers of a numerical question must add up to; null if nothing.
        sum: Nullable<Integer>,
        /// What a respondent is told whose numbers do not; empty if there is no sum.
        sum_text: String,
    }
    /// What a text must be to count as an answer, when it is set.
    ValidationNew {
        /// The check.
        r#type: ValidationType,
        /// What a respondent is told whose answer fails it.
        text: Option<String>,
        /// Smallest value, earliest date or shortest text.
        min: Option<Written>,
        /// Largest value, latest date or longest text.
        max: Option<Written>,
        /// What the numbers of a numerical question must add up to: a whole number.
        sum: Option<Written>,
        /// What a respondent is told whose numbers do not; a sentence of the service's if empty or not given.
        sum_text: Option<String>,
    }
    /// How a question counts in a quiz.
    QuestionQuiz {
        /// Whether its answers give points.
        scoring_enabled: bool,
        /// What a respondent is told about an answer.
        feedback: Option<QuestionFeedback>,
    }
    /// What a respondent is told about an answer.
    QuestionFeedback {
        /// Said about a correct answer.
        correct_text: Option<String>,
        /// Said about a wrong answer.
        incorrect_text: Option<String>,
        /// Said about an answer that is correct in part.
        partial_text: Option<String>,
    }
    /// The display that makes another question of a kind: pictures, a slider or an upload.
    DisplayOptions {
        /// The display.
        display_type: DisplayType,
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
        /// Whether the number is shown beside the slider or the pictures.
        show_display_number: Option<bool>,
        /// Settings of the display itself.
        custom_options: Option<CustomOptions>,
    }
    /// Settings of a display.
    CustomOptions {
        /// Where a slider stands at first.
        starting_position: Option<Integer>,
        /// How far a slider moves in one step.
        step_size: Option<Integer>,
        /// The options of the display, such as the kinds of file an upload takes.
        option_set: Option<Vec<Written>>,
        /// Colour of the pictures, as a hex string.
        color: Option<String>,
    }
    /// The answer options of a question. Which of them a kind has stands in the table of kinds.
    Answers {
        /// What a respondent picks, deleted choices included.
        choices: Option<Vec<Choice>>,
        /// What a respondent picks or writes something for.
        rows: Option<Vec<Row>>,
        /// The columns of a matrix of menus, each with choices of its own.
        cols: Option<Vec<Column>>,
        /// Room for an answer of the respondent's own, or for a comment.
        other: Option<OtherOption>,
    }
    /// A choice.
    Choice {
        /// Id of the choice.
        id: Id,
        /// Text; may repeat, and is empty for stars and pictures.
        text: String,
        /// Place among the choices, from 1.
        position: Integer,
        /// False if the choice was deleted in the editor and answers still refer to it.
        visible: bool,
        /// How the choice counts in a quiz.
        quiz_options: Option<ChoiceQuiz>,
        /// Text below; of matrix questions.
        description: Option<String>,
        /// Number that the choice stands for; of questions that rate or rank.
        weight: Option<Integer>,
        /// Whether the choice says that the row does not apply; of matrix questions.
        is_na: Option<bool>,
        /// Picture; of image choices.
        image: Option<ChoiceImage>,
    }
    /// How a choice counts in a quiz.
    ChoiceQuiz {
        /// Points for picking it.
        score: Integer,
    }
    /// The picture of a choice.
    ChoiceImage {
        /// Address of the picture.
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
        /// Place among the rows, from 1.
        position: Integer,
        /// False if the row was deleted in the editor and answers still refer to it.
        visible: bool,
        /// What the row asks for; of demographic questions.
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
        /// Place among the columns, from 1.
        position: Integer,
        /// False if the column was deleted in the editor and answers still refer to it.
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
        /// Place among the choices, from 1.
        position: Integer,
        /// False if the choice was deleted in the editor and answers still refer to it.
        visible: bool,
        /// Whether the choice says that the cell does not apply.
        is_na: bool,
    }
    /// Room for an answer of the respondent's own, or for a comment.
    OtherOption {
        /// Id of the option; answers refer to it as `other_id`.
        id: Id,
        /// Text beside the field.
        text: String,
        /// False if the option was deleted in the editor and answers still refer to it.
        visible: bool,
        /// Whether it is a choice of its own, or a comment beside the others.
        is_answer_choice: bool,
        /// Whether every row of a matrix has the field.
        apply_all_rows: bool,
        /// Place among the choices.
        position: Integer,
        /// Width of the field in characters.
        num_chars: Integer,
        /// Height of the field in lines.
        num_lines: Integer,
        /// What a respondent is told who leaves the field empty.
        error_text: String,
    }
    /// What makes or changes a question. A new question needs headings, family and subtype, or a
    /// question of the bank; a PATCH may leave out anything.
    QuestionNew {
        /// The headings: one, or several that are assigned to respondents at random.
        headings: Option<Vec<Heading>>,
        /// Place on the page, from 1; a new question comes at the end if it is not given, an old one stays in its place.
        position: Option<Integer>,
        /// False takes the question out of the survey as deleting it in the editor does.
        visible: Option<bool>,
        /// Family.
        family: Option<Family>,
        /// Subtype.
        subtype: Option<Subtype>,
        /// How it is set on the page.
        layout: Option<Layout>,
        /// Name that only the editors see; of presentation questions.
        nickname: Option<String>,
        /// The order in which the answer options are shown.
        sorting: Option<Sorting>,
        /// What must be answered.
        required: Option<Required>,
        /// What a text must be.
        validation: Option<ValidationNew>,
        /// Whether every choice may be used in one row only; of matrix questions that rate or pick one.
        forced_ranking: Option<bool>,
        /// How the question counts in a quiz.
        quiz_options: Option<QuestionQuiz>,
        /// The display that makes another question of it; needed to make such a question.
        display_options: Option<DisplayOptions>,
        /// The answer options.
        answers: Option<AnswersNew>,
        /// The question of the bank to copy.
        question_bank: Option<QuestionBankPick>,
    }
    /// The answer options of a question, when they are set. A ranking takes rows alone.
    AnswersNew {
        /// What a respondent picks.
        choices: Option<Vec<ChoiceNew>>,
        /// What a respondent picks or writes something for.
        rows: Option<Vec<RowNew>>,
        /// The columns of a matrix of menus.
        cols: Option<Vec<ColumnNew>>,
        /// Room for an answer of the respondent's own, or for a comment: an object as in answers, or
        /// an array of one as in the documentation's examples.
        other: Option<OneOrFirst<OtherNew>>,
    }
    /// A choice, when it is set.
    ChoiceNew {
        /// Choice of the question to keep under its id; new if not given. That ids are kept is our choice.
        id: Option<Id>,
        /// Text; empty if not given, as for stars and pictures.
        text: Option<String>,
        /// Place among the choices, from 1; the place in this array if not given.
        position: Option<Integer>,
        /// False takes the choice out as deleting it in the editor does.
        visible: Option<bool>,
        /// How the choice counts in a quiz.
        quiz_options: Option<ChoiceQuiz>,
        /// Text below; of matrix questions.
        description: Option<String>,
        /// Number that the choice stands for; of questions that rate.
        weight: Option<Integer>,
        /// Whether the choice says that the row does not apply; of matrix questions.
        is_na: Option<bool>,
        /// Picture; of image choices.
        image: Option<ChoiceImage>,
    }
    /// A row, when it is set.
    RowNew {
        /// Row of the question to keep under its id; new if not given. That ids are kept is our choice.
        id: Option<Id>,
        /// Text; empty if not given, or the name of the detail in a demographic question.
        text: Option<String>,
        /// Place among the rows, from 1; the place in this array if not given.
        position: Option<Integer>,
        /// False takes the row out.
        visible: Option<bool>,
        /// What the row asks for; of demographic questions.
        r#type: Option<Detail>,
        /// Whether the row must be answered; of demographic questions.
        required: Option<bool>,
    }
    /// A column of a matrix of menus, when it is set.
    ColumnNew {
        /// Column of the question to keep under its id; new if not given. That ids are kept is our choice.
        id: Option<Id>,
        /// Text.
        text: String,
        /// Place among the columns, from 1; the place in this array if not given.
        position: Option<Integer>,
        /// False takes the column out as deleting it in the editor does.
        visible: Option<bool>,
        /// The choices of the column.
        choices: Vec<ChoiceNew>,
    }
    /// Room for an answer of the respondent's own, when it is set.
    OtherNew {
        /// The question's one option of this kind, which keeps its id whether it is given or not: our choice.
        id: Option<Id>,
        /// Text beside the field.
        text: Option<String>,
        /// False takes the option out as deleting it in the editor does.
        visible: Option<bool>,
        /// Whether it is a choice of its own, or a comment beside the others; a comment if not given,
        /// which is our choice.
        is_answer_choice: Option<bool>,
        /// Whether every row of a matrix has the field; no if not given.
        apply_all_rows: Option<bool>,
        /// Place among the choices.
        position: Option<Integer>,
        /// Width of the field in characters.
        num_chars: Option<Integer>,
        /// Height of the field in lines.
        num_lines: Option<Integer>,
        /// What a respondent is told who leaves the field empty.
        error_text: Option<String>,
    }
    /// The question of the bank to copy.
    QuestionBankPick {
        /// Id of the question in the bank.
        question_bank_question_id: Id,
        /// Options picked for its modifiers: an array of them, an object that is one of them, or an object that has for
        /// each modifier's id that of the option, or the option as an object. Their form is documented nowhere: these
        /// are our choice.
        modifier_options: Option<ModifierPicks>,
        /// Whether the question is from the team's own bank; no if not given.
        is_custom: Option<bool>,
    }
    /// The option picked for a modifier.
    ModifierPick {
        /// Id of the modifier.
        modifier_id: Id,
        /// Id of the option.
        modifier_options_id: Id,
        /// Text to use in its place, where the option asks for one.
        value: Option<String>,
    }
}

/// A value that may come as an array, of which the first item counts. It is written without the array.
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

/// The options picked for the modifiers of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum ModifierPicks {
    /// One after the other.
    Listed(Vec<ModifierPick>),
    /// As an object: one of them, or each under the id of its modifier.
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
