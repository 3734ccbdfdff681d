//! Statistics of counts and values: tests of significance, scores, and the letters that mark a difference.
//!
//! Pure functions of numbers. A test without an answer (an empty group, no variance, a proportion of 0 or 1) returns
//! `None`, never NaN. A p-value too small for a float is 0.

mod beta;
mod contingency;
mod gamma;
mod histogram;
mod letters;
mod means;
mod promoters;
mod proportions;
mod spread;
mod tails;

pub use contingency::{ChiSquare, chi_square};
pub use histogram::{Bin, histogram};
pub use letters::{BaseRule, Confidence, column_letter, letters_of_row};
pub use means::{MeanTest, Moments, compare_means};
pub use promoters::NetPromoters;
pub use proportions::{ProportionTest, Share, compare_shares};
pub use spread::Spread;
pub use tails::{chi_square_tail, normal_tails, student_tails};
