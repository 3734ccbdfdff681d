//! Crosstabs: the lines of a question by groups of responses, with column percentages and tests of significance.

use super::banner::{BannerBlock, BlockTest};
use super::stub::Stub;
use super::write::{write_or_null, write_share};
use crate::results::arguments::{Arguments, refuse};
use crate::results::json::JsonOut;
use crate::results::statistics::{
    BaseRule, ChiSquare, Confidence, Moments, Share, chi_square, column_letter, letters_of_row,
};
use crate::results::store::{Bits, Store};
use crate::wire::failure::Failure;

/// The tests that are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct TestOptions {
    pub(super) confidence: Confidence,
    pub(super) base: BaseRule,
}

/// A block with its counts.
struct CountedBlock {
    block: BannerBlock,
    test: BlockTest,
    /// The base of each column.
    bases: Vec<u32>,
    /// The counts of each column, line by line.
    counts: Vec<Vec<u32>>,
    moments: Vec<Moments>,
}

/// A line within a block: the share and the letters of each column.
struct BlockLine {
    cells: Vec<(Share, String)>,
    expected_low: bool,
}

impl TestOptions {
    /// Reads `{confidence?: [95, 80], bonferroni?, min_base?}`.
    pub(super) fn read(arguments: Arguments) -> Result<TestOptions, Box<Failure>> {
        let mut confidence = Confidence { bonferroni: arguments.flag("bonferroni")?, ..Confidence::default() };
        if let Some(levels) = arguments.list("confidence")? {
            let expected = || refuse("confidence", "an array of one or two percentages");
            let levels: Option<Vec<f64>> = levels.iter().map(|level| level.as_f64()).collect();
            let levels = levels.filter(|levels| levels.iter().all(|level| *level > 0.0 && *level < 100.0));
            (confidence.first, confidence.second) = match levels.as_deref() {
                Some([first]) => (*first, None),
                Some([first, second]) => (*first, Some(*second)),
                _ => return Err(expected()),
            };
        }
        let base = arguments.count("min_base")?.map_or_else(BaseRule::default, |min_base| BaseRule { min_base });
        Ok(TestOptions { confidence, base })
    }

    /// The letters of shares that are compared with each other.
    pub(super) fn share_letters(&self, shares: &[Share], test: BlockTest) -> Vec<String> {
        let share = |cell: usize| shares.get(cell).copied().unwrap_or_default();
        let p = |one: usize, other: usize| test.tested.then(|| self.base.share_p(share(one), share(other))).flatten();
        let pairs = self.base.pairs(shares.len(), &|cell| share(cell).base);
        letters_of_row(shares.len(), self.confidence, pairs, &|cell| share(cell).proportion(), &p)
    }

    /// Whether a pair of shares whose bases are large enough is not tested, because too few answers are expected.
    pub(super) fn expects_few(&self, shares: &[Share], test: BlockTest) -> bool {
        let large = |share: &&Share| share.base > 0 && !self.base.is_small(share.base);
        let mut rest = shares;
        let mut is_untested = false;
        while let Some((one, later)) = rest.split_first() {
            is_untested |= large(&one)
                && later
                    .iter()
                    .filter(large)
                    .any(|other| !one.is_constant_with(*other) && self.base.share_p(*one, *other).is_none());
            rest = later;
        }
        test.tested && is_untested
    }

    /// The letters of means that are compared with each other.
    pub(super) fn mean_letters(&self, means: &[Moments], test: BlockTest) -> Vec<String> {
        let mean = |cell: usize| means.get(cell).copied().unwrap_or_default();
        let p = |one: usize, other: usize| test.tested.then(|| self.base.mean_p(mean(one), mean(other))).flatten();
        let pairs = self.base.pairs(means.len(), &|cell| mean(cell).n);
        letters_of_row(means.len(), self.confidence, pairs, &|cell| mean(cell).mean, &p)
    }
}

/// Runs `{rule?, rows: stub, columns: [banner…], confidence?, bonferroni?, min_base?}`.
pub(super) fn run(store: &Store, arguments: Arguments) -> Result<String, Box<Failure>> {
    let rows = arguments.rows(store)?;
    let options = TestOptions::read(arguments)?;
    let part = arguments.member("rows").ok_or_else(|| refuse("rows", "given"))?;
    let stub = Stub::read(store, Arguments::new(part)?)?;
    let base = rows.and(&stub.base);
    let mut blocks = Vec::new();
    for banner in arguments.list("columns")?.unwrap_or_default() {
        blocks.push(CountedBlock::count(BannerBlock::read(store, banner, &rows)?, &stub, &base, options.base));
    }
    let total = stub.counts(&base);
    let total_base = base.count();
    let chi_squares: Vec<Option<ChiSquare>> = blocks.iter().map(|block| block.chi_square(&stub)).collect();
    Ok(JsonOut::document(|json| {
        json.objects("blocks", &blocks, |json, block| block.write_head(json, options.base));
        json.name("total").object(|json| json.member("base", total_base));
        json.objects("rows", stub.lines.iter().zip(&total).enumerate(), |json, (position, (line, total))| {
            json.member("id", line.id);
            json.member("label", line.label);
            json.name("total").object(|json| write_share(json, Share { count: *total, base: total_base }));
            let lines: Vec<BlockLine> = blocks.iter().map(|block| block.line(position, &options)).collect();
            json.objects("cells", lines.iter().flat_map(|line| &line.cells), |json, (share, letters)| {
                write_share(json, *share);
                json.member("letters", letters);
            });
            json.member("expected_low", lines.iter().any(|line| line.expected_low));
        });
        json.name("means");
        write_or_null(json, stub.has_means().then(|| stub.moments(&base)), |json, total| {
            json.name("total").object(|json| write_mean(json, total));
            json.name("cells").list(&blocks, |json, block| {
                let letters = options.mean_letters(&block.moments, block.test);
                for (moments, letters) in block.moments.iter().zip(&letters) {
                    json.object(|json| {
                        write_mean(json, *moments);
                        json.member("letters", letters);
                    });
                }
            });
        });
        json.name("chi_square");
        if stub.is_multiple || stub.lines.is_empty() {
            json.value(None::<u32>);
        } else {
            json.list(&chi_squares, |json, test| write_or_null(json, test.as_ref(), write_chi_square));
        }
        json.name("note").list(notes_of(&blocks, &stub, options.base), |json, note| json.value(note));
    }))
}

fn write_mean(json: &mut JsonOut, moments: Moments) {
    json.member("mean", (moments.n > 0).then_some(moments.mean));
    json.member("n", moments.n);
}

fn write_chi_square(json: &mut JsonOut, test: &ChiSquare) {
    json.member("statistic", test.statistic);
    json.member("df", test.df);
    json.member("p", test.p);
    json.member("v", test.v);
    json.member("warning", test.warning);
}

/// What a reader of the table must know.
fn notes_of(blocks: &[CountedBlock], stub: &Stub, rule: BaseRule) -> Vec<&'static str> {
    let bases = || blocks.iter().flat_map(|block| &block.bases);
    let notes = [
        ("small_base", bases().any(|base| *base > 0 && rule.is_small(*base))),
        ("overlap", blocks.iter().any(|block| block.test.overlapping)),
        ("empty_column", bases().any(|base| *base == 0)),
        ("multiple", stub.is_multiple),
        ("left_out", blocks.iter().any(|block| block.block.is_cut)),
    ];
    notes.into_iter().filter(|(_, holds)| *holds).map(|(note, _)| note).collect()
}

impl CountedBlock {
    fn count(block: BannerBlock, stub: &Stub, base: &Bits, rule: BaseRule) -> CountedBlock {
        let groups: Vec<Bits> = block.columns.iter().map(|column| column.rows.and(base)).collect();
        let bases: Vec<u32> = groups.iter().map(Bits::count).collect();
        // Whether groups overlap does not depend on who answered the line's question.
        let whole: Vec<&Bits> = block.columns.iter().map(|column| &column.rows).collect();
        CountedBlock {
            test: BlockTest::of_groups(&whole, &bases, rule),
            counts: groups.iter().map(|group| stub.counts(group)).collect(),
            moments: if stub.has_means() {
                groups.iter().map(|group| stub.moments(group)).collect()
            } else {
                Vec::new()
            },
            bases,
            block,
        }
    }

    fn write_head(&self, json: &mut JsonOut, rule: BaseRule) {
        json.member("title", &self.block.title);
        let lettered = !self.test.overlapping && self.bases.len() > 1;
        json.objects("columns", self.block.columns.iter().zip(&self.bases).enumerate(), |json, (position, column)| {
            let (column, base) = column;
            json.member("id", &column.id);
            json.member("label", &column.label);
            json.member("letter", lettered.then(|| column_letter(position)));
            json.member("base", *base);
            json.member("small", rule.is_small(*base));
        });
        json.member("overlapping", self.test.overlapping);
        json.member("tested", self.test.tested);
        json.member("comparisons", self.test.comparisons);
    }

    /// The cells of the line at this position.
    fn line(&self, position: usize, options: &TestOptions) -> BlockLine {
        let count = |counts: &Vec<u32>| counts.get(position).copied().unwrap_or(0);
        let share = |(counts, base): (&Vec<u32>, &u32)| Share { count: count(counts), base: *base };
        let shares: Vec<Share> = self.counts.iter().zip(&self.bases).map(share).collect();
        let letters = options.share_letters(&shares, self.test);
        BlockLine {
            expected_low: options.expects_few(&shares, self.test),
            cells: shares.into_iter().zip(letters).collect(),
        }
    }

    fn chi_square(&self, stub: &Stub) -> Option<ChiSquare> {
        if stub.is_multiple || self.test.overlapping {
            return None;
        }
        let line =
            |position: usize| self.counts.iter().map(|counts| counts.get(position).copied().unwrap_or(0)).collect();
        chi_square(&(0..stub.lines.len()).map(line).collect::<Vec<Vec<u32>>>())
    }
}
