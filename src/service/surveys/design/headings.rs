//! The headings of a question: one, or several that are assigned to respondents at random.

use super::field::FieldPath;
use crate::spec::limits::HEADINGS_MAX;
use crate::spec::questions::{Family, Kind, Subtype};
use crate::spec::resources::questions::{Heading, RandomAssignment};
use crate::spec::types::{Id, Integer};
use crate::wire::error::ApiError;

/// Builds the headings with their positions. New assignments get an empty id.
///
/// # Errors
///
/// 1000 names the first field that is missing or invalid.
pub fn build_headings(
    at: FieldPath,
    submitted: Vec<Heading>,
    kind: &Kind,
    previous: Option<&[Heading]>,
) -> Result<Vec<Heading>, ApiError> {
    at.check_that(!submitted.is_empty(), "have an item")?;
    at.check_that(submitted.len() <= HEADINGS_MAX, &format!("have at most {HEADINGS_MAX} items"))?;
    let several = submitted.len() > 1;
    let pictured =
        matches!((kind.family, kind.subtype), (Family::Presentation, Subtype::Image) | (Family::ClickMap, _));
    let mut built = Vec::with_capacity(submitted.len());
    for (index, heading) in submitted.into_iter().enumerate() {
        let at = at.item(index);
        let text = at.name("heading").check_text(Some(heading.heading))?.unwrap_or_default();
        let assigned = heading.random_assignment.is_some();
        at.name("random_assignment").check_that(assigned || !several, "be given where there are several headings")?;
        if !pictured && !assigned {
            at.name("heading").check_not_blank(&text)?;
        }
        at.name("image").check_that(
            pictured == heading.image.is_some(),
            match pictured {
                true => "be given: the question shows an image",
                false => "be left out: the question shows no image",
            },
        )?;
        if let Some(image) = &heading.image {
            at.name("image").name("url").check_url(&image.url)?;
        }
        let assignment = heading.random_assignment.map(|assignment| {
            build_assignment(at.name("random_assignment"), assignment, index, previous.unwrap_or_default())
        });
        built.push(Heading {
            heading: text,
            description: at.name("description").check_text(heading.description)?,
            image: heading.image,
            random_assignment: assignment.transpose()?,
        });
    }
    let percents = built.iter().filter_map(|heading| heading.random_assignment.as_ref()?.percent.as_f64());
    let percents: Vec<f64> = percents.collect();
    // Equal parts of 100 are rounded, such as three times 33.3.
    let adds_up = (percents.iter().sum::<f64>() - 100.0).abs() < 1.0 && percents.iter().all(|percent| *percent >= 0.0);
    at.check_that(percents.is_empty() || adds_up, "have `percent` values that add up to 100")?;
    keep_ids(&mut built, previous.unwrap_or_default());
    Ok(built)
}

/// Gives assignments without an id that of the previous assignment with the same variable name, so that stored
/// responses still refer to it when only the text was corrected. Our choice.
fn keep_ids(headings: &mut [Heading], previous: &[Heading]) {
    let assigned = |heading: &Heading| heading.random_assignment.as_ref().and_then(|assigned| assigned.id.clone());
    let mut taken: Vec<Option<Id>> = headings.iter().map(assigned).collect();
    for new in headings.iter_mut().filter_map(|heading| heading.random_assignment.as_mut()) {
        let is_new = new.id.as_ref().is_none_or(|id| id.as_str().is_empty());
        if !is_new || new.variable_name.as_deref().is_none_or(str::is_empty) {
            continue;
        }
        let olds = previous.iter().filter_map(|heading| heading.random_assignment.as_ref());
        let mut olds = olds.filter(|old| old.variable_name == new.variable_name);
        // Of several with one name it is not known which is meant.
        if let (Some(old), None) = (olds.next(), olds.next())
            && !taken.contains(&old.id)
        {
            new.id.clone_from(&old.id);
            taken.push(old.id.clone());
        }
    }
}

fn build_assignment(
    at: FieldPath,
    submitted: RandomAssignment,
    index: usize,
    previous: &[Heading],
) -> Result<RandomAssignment, ApiError> {
    let position = u64::try_from(index).unwrap_or(u64::MAX).saturating_add(1);
    let variable_name = at.name("variable_name").check_title(submitted.variable_name)?.unwrap_or_default();
    let known = |id: &Id| {
        previous.iter().any(|heading| heading.random_assignment.as_ref().is_some_and(|old| old.id.as_ref() == Some(id)))
    };
    Ok(RandomAssignment {
        id: Some(submitted.id.filter(known).unwrap_or(Id(String::new()))),
        percent: submitted.percent,
        position: Some(Integer::saturating(position)),
        variable_name: Some(variable_name),
    })
}
