//! JSON as it is written: members in their order, numbers in the shortest form, and `null` for what is no number.

use crate::wire::text::{number_into, quote_into};
use std::fmt::Write;

/// A JSON document in progress.
#[derive(Debug, Default)]
pub(super) struct JsonOut {
    text: String,
}

impl JsonOut {
    /// A document that is an object.
    pub(super) fn document(members: impl FnOnce(&mut JsonOut)) -> String {
        let mut json = JsonOut::default();
        json.object(members);
        json.text
    }

    pub(super) fn object(&mut self, members: impl FnOnce(&mut JsonOut)) {
        self.separate();
        self.text.push('{');
        members(self);
        self.text.push('}');
    }

    pub(super) fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut JsonOut, T)) {
        self.separate();
        self.text.push('[');
        items.into_iter().for_each(|next| item(self, next));
        self.text.push(']');
    }

    /// The name of a member, whose value comes next.
    pub(super) fn name(&mut self, name: &str) -> &mut JsonOut {
        self.separate();
        quote_into(&mut self.text, name);
        self.text.push(':');
        self
    }

    /// A member with a plain value.
    pub(super) fn member(&mut self, name: &str, value: impl JsonValue) {
        value.write(self.name(name));
    }

    /// A member that is a list of objects.
    pub(super) fn objects<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        mut members: impl FnMut(&mut JsonOut, T),
    ) {
        self.name(name).list(items, |json, item| json.object(|json| members(json, item)));
    }

    /// A plain value.
    pub(super) fn value(&mut self, value: impl JsonValue) {
        value.write(self);
    }

    fn separate(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(['{', '[', ':']) {
            self.text.push(',');
        }
    }
}

/// A value without members.
pub(super) trait JsonValue {
    fn write(&self, json: &mut JsonOut);
}

impl JsonValue for u32 {
    fn write(&self, json: &mut JsonOut) {
        json.separate();
        number_into(&mut json.text, (*self).into());
    }
}

impl JsonValue for usize {
    fn write(&self, json: &mut JsonOut) {
        json.separate();
        number_into(&mut json.text, *self as u64);
    }
}

impl JsonValue for f64 {
    fn write(&self, json: &mut JsonOut) {
        json.separate();
        if !self.is_finite() {
            json.text.push_str("null");
            return;
        }
        // The debug form has an exponent where the plain one would have hundreds of digits. Writing to text cannot
        // fail.
        let _ = write!(json.text, "{self:?}");
        if json.text.ends_with(".0") {
            json.text.truncate(json.text.len().saturating_sub(2));
        }
    }
}

impl JsonValue for bool {
    fn write(&self, json: &mut JsonOut) {
        json.separate();
        json.text.push_str(if *self { "true" } else { "false" });
    }
}

impl JsonValue for str {
    fn write(&self, json: &mut JsonOut) {
        json.separate();
        quote_into(&mut json.text, self);
    }
}

impl JsonValue for String {
    fn write(&self, json: &mut JsonOut) {
        self.as_str().write(json);
    }
}

impl<T: JsonValue + ?Sized> JsonValue for &T {
    fn write(&self, json: &mut JsonOut) {
        (*self).write(json);
    }
}

impl<T: JsonValue> JsonValue for Option<T> {
    fn write(&self, json: &mut JsonOut) {
        match self {
            Some(value) => value.write(json),
            None => {
                json.separate();
                json.text.push_str("null");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shortest_and_never_nan() {
        let written = JsonOut::document(|json| {
            json.name("list")
                .list([0.0, -1.5, 100.0, 1.0 / 3.0, 1e-306, 1e21, f64::NAN, f64::INFINITY], |json, number: f64| {
                    json.value(number)
                });
            json.member("text", "a\"b\n");
            json.objects("rows", [1_u32, 2], |json, number| json.member("n", number));
            json.member("none", None::<u32>);
            json.name("empty").object(|_| ());
            json.member("last", true);
        });
        assert_eq!(
            written,
            r#"{"list":[0,-1.5,100,0.3333333333333333,1e-306,1e21,null,null],"text":"a\"b\n","rows":[{"n":1},{"n":2}],"none":null,"empty":{},"last":true}"#
        );
    }
}
