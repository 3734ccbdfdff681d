//! TABLE. Every payload, field by field, one file per noun. Heading "Resources and their fields".

use super::shape::Doc;

macro_rules! declare {
    ($($noun:ident)+) => {
        $( pub mod $noun; )+

        /// The descriptions of every noun's payloads, in table order.
        const PROSE: &[&[Doc]] = &[$( $noun::DOCS ),+];
    };
}
declare! {
    users groups workgroups roles organizations surveys pages questions
    library question_bank folders languages benchmarks
    collectors messages recipients contacts responses rollups webhooks errors
}

/// The descriptions of every payload and its fields. For generators only.
pub fn docs() -> impl Iterator<Item = &'static Doc> {
    PROSE.iter().flat_map(|docs| docs.iter())
}
