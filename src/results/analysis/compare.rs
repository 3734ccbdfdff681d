//! Comparisons: the results of each question for two to five groups, with letters of significance.

use super::banner::{BannerColumn, BlockTest, read_groups};
use super::crosstab::TestOptions;
use super::question_results::{QuestionResults, count_question};
use super::score::has_mean;
use super::write::{write_design, write_question};
use crate::results::arguments::{Arguments, refuse};
use crate::results::json::JsonOut;
use crate::results::statistics::{Moments, Share, Spread, column_letter};
use crate::results::store::{Bits, Store};
use crate::wire::failure::Failure;

/// What is tested of a question: shares by the keys of choices, means by `mean` or `ROW:mean`.
#[derive(Debug, Default)]
struct TestInput {
    shares: Vec<(String, Vec<Share>)>,
    means: Vec<(String, Vec<Moments>)>,
}

/// Runs `{rule?, groups: [{name, rule}], questions?: [id], confidence?, bonferroni?, min_base?}`.
pub(super) fn run(store: &Store, arguments: Arguments) -> Result<String, Box<Failure>> {
    let rows = arguments.rows(store)?;
    let options = TestOptions::read(arguments)?;
    let groups = read_groups(store, arguments, &rows)?;
    if !(2..=5).contains(&groups.len()) {
        return Err(refuse("groups", "two to five groups"));
    }
    let sets: Vec<&Bits> = groups.iter().map(|group| &group.rows).collect();
    let questions = arguments.questions(store)?;
    let whole: Vec<u32> = sets.iter().map(|set| set.count()).collect();
    let overall = BlockTest::of_groups(&sets, &whole, options.base);
    let results = |question: usize| -> Vec<QuestionResults> {
        sets.iter().filter_map(|set| count_question(store, question, set)).collect()
    };
    Ok(JsonOut::document(|json| {
        json.objects("groups", groups.iter().zip(&whole).enumerate(), |json, (position, (group, count))| {
            let group: &BannerColumn = group;
            json.member("name", &group.label);
            json.member("count", *count);
            json.member("letter", (!overall.overlapping).then(|| column_letter(position)));
        });
        json.objects("questions", questions.into_iter().map(results), |json, results| {
            if let Some(first) = results.first() {
                write_design(json, store, first.design);
            }
            let bases: Vec<u32> = results.iter().map(|results| results.answered).collect();
            let test = BlockTest::of_groups(&sets, &bases, options.base);
            json.objects("groups", &results, |json, results| write_question(json, store, results));
            let input = TestInput::of_groups(&results);
            json.name("letters").object(|json| write_letters(json, &input, &options, test));
            let untested = input.shares.iter().filter(|(_, shares)| options.expects_few(shares, test));
            json.name("expected_low").list(untested, |json, (key, _)| json.value(key));
            json.member("tested", test.tested);
            json.member("comparisons", test.comparisons);
        });
        json.member("overlapping", overall.overlapping);
    }))
}

fn write_letters(json: &mut JsonOut, input: &TestInput, options: &TestOptions, test: BlockTest) {
    for (key, shares) in &input.shares {
        json.name(key).list(options.share_letters(shares, test), |json, letters| json.value(letters));
    }
    for (key, means) in &input.means {
        json.name(key).list(options.mean_letters(means, test), |json, letters| json.value(letters));
    }
}

impl TestInput {
    /// The same figures of each group, by key.
    fn of_groups(groups: &[QuestionResults]) -> TestInput {
        let mut input = TestInput::default();
        for results in groups {
            let mut each = TestInput::default();
            each.add_question(results);
            if input.shares.is_empty() && input.means.is_empty() {
                input = each;
                continue;
            }
            // Every group has the same keys in the same order: the parts that are shown do not depend on the group.
            for ((_, all), (_, own)) in input.shares.iter_mut().zip(each.shares) {
                all.extend(own);
            }
            for ((_, all), (_, own)) in input.means.iter_mut().zip(each.means) {
                all.extend(own);
            }
        }
        input
    }

    fn add_question(&mut self, results: &QuestionResults) {
        for choice in &results.choices {
            self.shares.push((choice.design.id.clone(), vec![choice.share]));
        }
        if let Some(other) = results.other.as_ref().filter(|other| other.design.is_choice) {
            self.shares.push((other.design.id.clone(), vec![other.share]));
        }
        let has_mean = has_mean(results.design);
        // The values of one response in several rows depend on each other, so only means of a row are compared.
        if has_mean && results.rows.len() < 2 {
            self.add_mean("mean".to_owned(), results.stats);
        }
        for row in &results.rows {
            let id = &row.design.id;
            for choice in &row.choices {
                self.shares.push((format!("{id}:{}", choice.design.id), vec![choice.share]));
            }
            for menu in &row.menus {
                let key = |choice: &str| format!("{id}:{}:{choice}", menu.design.id);
                self.shares.extend(menu.choices.iter().map(|choice| (key(&choice.design.id), vec![choice.share])));
            }
            if has_mean {
                self.add_mean(format!("{id}:mean"), row.stats);
            }
        }
    }

    fn add_mean(&mut self, key: String, stats: Option<Spread>) {
        self.means.push((key, vec![stats.map(Spread::moments).unwrap_or_default()]));
    }
}
