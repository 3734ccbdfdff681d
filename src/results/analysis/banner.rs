//! The banner of a crosstab: blocks of columns, each a group of responses.

use super::calendar::{Calendar, iso_time};
use super::stub::{Stub, StubLine};
use crate::results::arguments::{Arguments, refuse};
use crate::results::statistics::BaseRule;
use crate::results::store::{Bits, Field, Rule, Store};
use crate::wire::failure::Failure;
use serde_json::Value;

/// Values of a field that become columns; rarer ones are left out.
const VALUES_MAX: usize = 50;

/// Periods that become columns.
const PERIODS_MAX: usize = 200;

/// Fields that can be columns.
const FIELDS: &[&str] = &["status", "collector", "language", "mode", "custom"];

/// Columns that are compared with each other.
#[derive(Debug)]
pub(super) struct BannerBlock {
    pub(super) title: String,
    pub(super) columns: Vec<BannerColumn>,
    /// Whether there are more groups than columns.
    pub(super) is_cut: bool,
}

/// A group of responses.
#[derive(Debug)]
pub(super) struct BannerColumn {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) rows: Bits,
}

/// How the columns of a block can be tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BlockTest {
    /// Whether columns share respondents, which the tests do not allow.
    pub(super) overlapping: bool,
    /// Whether columns are tested against each other.
    pub(super) tested: bool,
    /// Number of tested pairs of columns for each line.
    pub(super) comparisons: usize,
}

impl BlockTest {
    /// The test of groups of rows; `bases` are the sizes of those who answered.
    pub(super) fn of_groups(groups: &[&Bits], bases: &[u32], rule: BaseRule) -> BlockTest {
        let mut seen = Bits::new();
        let mut overlapping = false;
        for group in groups {
            overlapping |= seen.count_and(group) > 0;
            seen.extend(group);
        }
        let base = |group: usize| bases.get(group).copied().unwrap_or(0);
        let comparisons = if overlapping { 0 } else { rule.pairs(bases.len(), &base) };
        BlockTest { overlapping, tested: comparisons > 0, comparisons }
    }
}

impl BannerBlock {
    /// Reads `{question, row?, column?}`, `{field}`, `{variable}`, `{time: {by, zone?}}` or `{groups: [{name, rule}]}`.
    pub(super) fn read(store: &Store, banner: &Value, rows: &Bits) -> Result<BannerBlock, Box<Failure>> {
        let banner = Arguments::new(banner)?;
        if banner.member("question").is_some() {
            return choice_block(&Stub::read(store, banner)?, rows);
        }
        if let Some(field) = banner.text("field")? {
            banner.only(&["field"])?;
            let known = Field::parse(field).filter(|_| FIELDS.contains(&field));
            let known = known.ok_or_else(|| refuse("field", "status, collector, language, mode or custom"))?;
            return Ok(field_block(store, &known, field, rows));
        }
        if let Some(name) = banner.text("variable")? {
            banner.only(&["variable"])?;
            return Ok(field_block(store, &Field::Variable(name.to_owned()), name, rows));
        }
        if let Some(time) = banner.member("time") {
            banner.only(&["time"])?;
            return time_block(store, Arguments::new(time)?.only(&["by", "zone"])?, rows);
        }
        let groups = read_groups(store, banner.only(&["groups"])?, rows)?;
        Ok(BannerBlock { title: String::new(), columns: groups, is_cut: false })
    }
}

/// Reads `groups: [{name, rule}]`: the rows of each that are in `rows`.
pub(super) fn read_groups(store: &Store, arguments: Arguments, rows: &Bits) -> Result<Vec<BannerColumn>, Box<Failure>> {
    let groups = arguments.list("groups")?.ok_or_else(|| refuse("groups", "given"))?;
    let mut columns = Vec::new();
    for (position, group) in groups.iter().enumerate() {
        let group = Arguments::new(group)?.only(&["name", "rule"])?;
        let label = group.text("name")?.unwrap_or_default().to_owned();
        let rule = Rule::from_value(group.member("rule"))?;
        let id = position.saturating_add(1).to_string();
        columns.push(BannerColumn { id, label, rows: store.filter(&rule)?.and(rows) });
    }
    Ok(columns)
}

fn choice_block(stub: &Stub, rows: &Bits) -> Result<BannerBlock, Box<Failure>> {
    if stub.lines.is_empty() {
        return Err(refuse("columns", "a question with choices"));
    }
    let column =
        |(line, rows): (&StubLine, Bits)| BannerColumn { id: line.id.to_owned(), label: line.label.to_owned(), rows };
    let columns = stub.lines.iter().zip(stub.split(rows)).map(column).collect();
    Ok(BannerBlock { title: stub.title.clone(), columns, is_cut: false })
}

fn field_block(store: &Store, field: &Field, title: &str, rows: &Bits) -> BannerBlock {
    let groups = store.groups(field, rows, VALUES_MAX.saturating_add(1));
    let is_cut = groups.len() > VALUES_MAX;
    let columns = groups.into_iter().take(VALUES_MAX).map(|group| BannerColumn {
        id: group.value.clone(),
        label: group.value,
        rows: group.rows,
    });
    BannerBlock { title: title.to_owned(), columns: columns.collect(), is_cut }
}

fn time_block(store: &Store, time: Arguments, rows: &Bits) -> Result<BannerBlock, Box<Failure>> {
    let calendar = Calendar::read(time)?;
    let split = calendar.split_rows(store, rows, PERIODS_MAX)?;
    let column = |(start, rows): (i64, Bits)| BannerColumn { id: iso_time(start), label: iso_time(start), rows };
    let filled = split.iter().map(|period| (period.from, period.bits())).filter(|(_, rows)| !rows.is_empty());
    Ok(BannerBlock { title: String::new(), columns: filled.map(column).collect(), is_cut: false })
}
