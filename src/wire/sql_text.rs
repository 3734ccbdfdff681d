//! The text of SQL statements as SQLite compiles them once.

/// The statement, which has no comments, with a plus sign before each parameter. It changes no value and no plan.
///
/// SQLite compiles a statement again when a parameter gets another value that might decide its plan, such as a `LIMIT`
/// or an integer in a comparison, although no plan of ours depends on one. That takes longer than most statements.
/// Behind a sign it does not look at the value.
pub fn with_signed_parameters(sql: &str) -> String {
    let mut signed = String::with_capacity(sql.len().saturating_add(16));
    let mut quote = None;
    for letter in sql.chars() {
        match (quote, letter) {
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, '?') => signed.push('+'),
            _ => {}
        }
        signed.push(letter);
    }
    signed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_get_a_sign_and_texts_do_not() {
        let sql = "SELECT '?', \"a?\", 'it''s ?', ?, ?2 FROM t WHERE (a, b) > (?, ?) LIMIT ?";
        let signed = "SELECT '?', \"a?\", 'it''s ?', +?, +?2 FROM t WHERE (a, b) > (+?, +?) LIMIT +?";
        assert_eq!(with_signed_parameters(sql), signed);
        assert_eq!(with_signed_parameters("DELETE FROM t"), "DELETE FROM t");
    }
}
