//! Surveys of the demo world by name, with their collectors, pages, questions and recipients.

use canvass::service::store::sql::Sql;

/// Has every kind of question.
pub const EVERY_KIND: &str = "301000001";
/// Measures the satisfaction of customers.
pub const CSAT: &str = "301000002";
/// Is the administrator's own.
pub const ENGAGEMENT: &str = "301000003";
/// Has translations.
pub const RESEARCH_DAY: &str = "301000004";
/// Is in German.
pub const KITCHEN: &str = "301000005";
/// Has one page with one question; its web link is closed.
pub const LUNCH: &str = "301000006";
/// Has no questions and no collectors.
pub const EMPTY: &str = "301000007";
/// Belongs to the other team.
pub const HARBOUR: &str = "301000008";
/// Belongs to the account on the free plan.
pub const GARDEN: &str = "301000009";

/// The web link of the survey with every kind of question.
pub const EVERY_KIND_LINK: &str = "430000011";
/// Its invitations by mail.
pub const EVERY_KIND_MAIL: &str = "430000012";
/// The web link of the survey of customers.
pub const CSAT_LINK: &str = "430000021";
/// The web link of the German survey.
pub const KITCHEN_LINK: &str = "430000051";
/// The web link of the poll.
pub const LUNCH_LINK: &str = "430000061";
/// The anonymous collector of the administrator's survey.
pub const ENGAGEMENT_LINK: &str = "430000031";

/// Belongs to the account on the free plan and has few collectors.
pub const NEWSLETTER: &str = "301000010";
/// Belongs to the European account.
pub const BICYCLES: &str = "301000011";

/// The first page of the survey with every kind of question.
pub const EVERY_KIND_FIRST_PAGE: &str = "250000101";
/// Its second page.
pub const EVERY_KIND_SECOND_PAGE: &str = "250000102";
/// The first page of the German survey.
pub const KITCHEN_PAGE: &str = "250000501";

/// "How was your visit?": the required single choice on the second page of the survey with every kind of question.
pub const VISIT: &str = "400001003";
/// Its field in the form of the page.
pub const VISIT_FIELD: &str = "q400001003";
/// Its choice "Very good".
pub const VISIT_VERY_GOOD: &str = "40000100301";
/// Its choice "Good".
pub const VISIT_GOOD: &str = "40000100302";
/// Its deleted choice "Very bad".
pub const VISIT_DELETED: &str = "40000100305";
/// An id that none of its choices has.
pub const VISIT_UNKNOWN: &str = "40000100399";
/// The next question: a single choice with another answer as text.
pub const SOURCE: &str = "400001004";
/// Its field in the form of the page.
pub const SOURCE_FIELD: &str = "q400001004";
/// Its choice "A search engine".
pub const SOURCE_SEARCH: &str = "40000100402";
/// An id that none of its choices has.
pub const SOURCE_UNKNOWN: &str = "40000100499";
/// The deleted choice "Smoking room" of a multiple choice.
pub const PLACE_DELETED: &str = "40000100905";
/// A deleted choice of a matrix.
pub const AGREEMENT_DELETED: &str = "40000101404";

/// A recipient of the invitations of the survey with every kind of question; tests add it.
pub const INVITED: &str = "5300000001";
/// Another one.
pub const ALSO_INVITED: &str = "5300000002";

/// Adds surveys without questions, collectors and responses to a folder of a user.
pub fn add_many(sql: &dyn Sql, owner: &str, folder: &str, count: usize) {
    let added = format!(
        "INSERT INTO surveys (id, owner_id, title, nickname, language, category, folder_id, body,
                              page_count, question_count, response_count, created, modified)
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count})
         SELECT 'many' || number, '{owner}', title, '', language, category, '{folder}', body, 0, 0, 0, created, modified
         FROM surveys, numbers
         WHERE surveys.id = '{EMPTY}'"
    );
    sql.run(&added, &[]).unwrap();
}
