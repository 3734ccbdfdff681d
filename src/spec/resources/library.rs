//! TABLE. The library: categories, templates and languages of surveys.

use crate::spec::types::{Id, Integer};

resources! {
    /// A category of templates.
    SurveyCategory {
        /// Id of the category: a short name such as `customer_feedback`.
        id: Id,
        /// Name in the requested language.
        name: String,
    }
    /// A template that the service offers.
    SurveyTemplate {
        /// Id of the template.
        id: Id,
        /// Name.
        name: String,
        /// Title of a survey created from it.
        title: String,
        /// Description.
        description: String,
        /// Id of its category.
        category: Id,
        /// Whether the plan of the account includes it.
        available: bool,
        /// Number of questions.
        num_questions: Integer,
        /// URL of a preview.
        preview_link: String,
    }
    /// A template that the team created from one of its surveys.
    TeamSurveyTemplate {
        /// Id of the template.
        team_template_id: Id,
        /// Name.
        name: String,
        /// Survey from which it was created.
        survey_id: Id,
    }
    /// A language that surveys can be written in.
    SurveyLanguage {
        /// Code of the language, such as `en`.
        id: Id,
        /// Name in English.
        name: String,
        /// Name in the language itself.
        native_name: String,
    }
}
