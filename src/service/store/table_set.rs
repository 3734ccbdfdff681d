//! Sets of a team's tables: those that a statement reads or writes, found by the names in its text.
//!
//! One column counts as a table of its own: [`RESPONSE_COUNT`], which every new response changes and few statements
//! read.

/// The tables of a team, sorted. A test compares them with the schema.
pub const TABLES: [&str; 46] = [
    "activities",
    "attempts",
    "backlog",
    "bank_questions",
    "choice_counts",
    "collectors",
    "contact_days",
    "contact_fields",
    "contact_list_members",
    "contact_lists",
    "contacts",
    "deliveries",
    "events",
    "files",
    "folders",
    "former_members",
    "former_recipients",
    "former_users",
    "grants",
    "jobs",
    "message_recipients",
    "message_sends",
    "messages",
    "outbox",
    "own_apps",
    "pages",
    "questions",
    "recipients",
    "redemptions",
    "respondent_progress",
    "respondent_tokens",
    "responses",
    "roles",
    "sequences",
    "shares",
    "suppressions",
    "surveys",
    "team",
    "team_templates",
    "translated_texts",
    "translations",
    "users",
    "webhook_objects",
    "webhooks",
    "workgroup_members",
    "workgroups",
];

/// The column with the number of responses, in the tables of surveys and of collectors. A statement that sets only this
/// column counts as a write of it and not of the table. So a statement that reads it must name it: `*` is not allowed.
pub const RESPONSE_COUNT: &str = "response_count";

/// The number of versions: those of the tables, and that of [`RESPONSE_COUNT`].
pub(super) const VERSIONS: usize = TABLES.len() + 1;

/// Tables whose rows the database deletes together with those of the first.
pub const CASCADES: [(&str, &[&str]); 1] = [("responses", &["files", "respondent_progress"])];

/// A set of tables: a bit for each.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct TableSet(u64);

impl TableSet {
    /// The tables that a statement names.
    pub fn of_statement(text: &str) -> TableSet {
        let is_part = |byte: &u8| byte.is_ascii_lowercase() || *byte == b'_';
        let mut set = TableSet::default();
        for word in text.as_bytes().chunk_by(|one, next| is_part(one) == is_part(next)) {
            let table = TABLES.binary_search_by(|table| table.as_bytes().cmp(word)).ok();
            if let Some(index) = table.or((word == RESPONSE_COUNT.as_bytes()).then_some(TABLES.len())) {
                set = set
                    .union(TableSet(1_u64.checked_shl(u32::try_from(index).unwrap_or(u32::MAX)).unwrap_or(u64::MAX)));
            }
        }
        set
    }

    /// The tables that a statement writes: the first one that it names after its keyword, and those whose rows the
    /// database deletes with it. All that it names, if its beginning is not known.
    pub(super) fn of_write(text: &str) -> TableSet {
        if sets_response_count_alone(text) {
            return TableSet::of_statement(RESPONSE_COUNT);
        }
        let mut words = text.split_ascii_whitespace();
        let is_known = match words.next() {
            Some("INSERT" | "REPLACE") => words.any(|word| word == "INTO"),
            Some("UPDATE") => true,
            Some("DELETE") => words.next() == Some("FROM"),
            _ => false,
        };
        let target = words.next().filter(|_| is_known).map(TableSet::of_statement).unwrap_or_default();
        let tables = if target == TableSet::default() { TableSet::of_statement(text) } else { target };
        tables.with_cascades()
    }

    /// The tables whose rows change when those of a statement do.
    fn with_cascades(self) -> TableSet {
        CASCADES.iter().fold(self, |set, (table, others)| {
            if set.overlaps(TableSet::of_statement(table)) {
                set.union(TableSet::of_statement(&others.join(" ")))
            } else {
                set
            }
        })
    }

    /// The tables of both sets.
    #[must_use]
    pub fn union(self, other: TableSet) -> TableSet {
        TableSet(self.0 | other.0)
    }

    fn overlaps(self, other: TableSet) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn contains(self, index: usize) -> bool {
        u32::try_from(index).is_ok_and(|index| self.0.checked_shr(index).unwrap_or(0) & 1 == 1)
    }
}

/// Whether a statement is an update of some rows that sets [`RESPONSE_COUNT`] and no other column.
fn sets_response_count_alone(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let start = [words.next(), words.nth(1), words.next(), words.next()];
    let mut depth = 0_u32;
    for word in words {
        if depth == 0 && word == "WHERE" {
            return start == [Some("UPDATE"), Some("SET"), Some(RESPONSE_COUNT), Some("=")];
        }
        for byte in word.bytes() {
            match byte {
                b'(' => depth = depth.saturating_add(1),
                b')' => depth = depth.saturating_sub(1),
                // Another column follows.
                b',' if depth == 0 => return false,
                _ => {}
            }
        }
    }
    false
}
