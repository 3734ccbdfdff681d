//! Statistics against published results and against values of an arbitrary-precision library.

use canvass::results::statistics::{
    BaseRule, ChiSquare, Confidence, Moments, NetPromoters, Share, Spread, chi_square, chi_square_tail, column_letter,
    compare_means, compare_shares, histogram, letters_of_row, normal_tails, student_tails,
};
use proptest::prelude::*;

/// Miles per gallon of the 32 cars in R's `mtcars`, with automatic and with manual transmission.
pub const AUTOMATIC: [f64; 19] =
    [21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 21.5, 15.5, 15.2, 13.3, 19.2];
pub const MANUAL: [f64; 13] = [21.0, 21.0, 22.8, 32.4, 30.4, 33.9, 27.3, 26.0, 30.4, 15.8, 19.7, 15.0, 21.4];

const NO_RULE: BaseRule = BaseRule { min_base: 0 };

#[track_caller]
fn near(found: f64, expected: f64, relative: f64) {
    let off = (found - expected).abs() / expected.abs().max(f64::MIN_POSITIVE);
    assert!(off <= relative, "{found:e} is not {expected:e}: off by {off:e}");
}

/// Equal as far as the published value has digits.
#[track_caller]
fn rounds_to(found: f64, published: f64, decimals: i32) {
    let unit = 10_f64.powi(-decimals);
    assert!((found - published).abs() <= unit * 0.500_001, "{found} does not round to {published}");
}

fn share(count: u32, base: u32) -> Share {
    Share { count, base }
}

#[track_caller]
fn table(rows: &[&[u32]]) -> ChiSquare {
    chi_square(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap()
}

#[test]
fn normal_tails_have_ten_digits() {
    for (z, p) in [
        (1e-8, 0.999_999_992_021_154_4),
        (0.001, 0.999_202_115_572_177_9),
        (0.5, 0.617_075_077_451_973_8),
        (-1.0, 0.317_310_507_862_914_1),
        (1.5, 0.133_614_402_537_716_13),
        (1.7, 0.089_130_925_517_086_08),
        (1.75, 0.080_118_313_727_634_19),
        (1.959_963_984_540_054, 0.05),
        (-2.575_829_303_548_9, 0.010_000_000_000_000_022),
        (5.0, 5.733_031_437_583_878e-7),
        (10.0, 1.523_970_604_832_105e-23),
        (20.0, 5.507_248_237_212_467_4e-89),
        (37.0, 1.145_114_244_504_915_4e-299),
    ] {
        near(normal_tails(z), p, 1e-12);
    }
    assert_eq!(
        [normal_tails(0.0), normal_tails(1e3), normal_tails(1e300), normal_tails(-f64::INFINITY)],
        [1.0, 0.0, 0.0, 0.0]
    );
}

#[test]
fn student_tails_have_ten_digits_for_few_and_many_degrees() {
    for (t, df, p) in [
        (0.01, 1.0, 0.993_634_014_470_183_5),
        (1.0, 1.0, 0.5),
        (3.0, 1.0, 0.204_832_764_699_133_45),
        (1e6, 1.0, 6.366_197_723_673_691e-7),
        (2.5, 1.5, 0.169_806_502_614_696_06),
        (1.2, 30.0, 0.239_530_350_889_662_4),
        (1.7, 30.0, 0.099_477_875_588_516_88),
        (1.8, 30.0, 0.081_925_068_608_740_3),
        (-5.0, 30.5, 2.235_847_083_113_301_4e-5),
        (12.0, 77.7, 2.269_864_006_590_211e-19),
        (2.0, 1e3, 0.045_770_346_493_251_64),
        (0.5, 1e5, 0.617_076_177_654_418),
        (1.96, 1e5, 0.049_998_563_194_301_63),
        (6.0, 99_998.0, 1.979_929_590_886_656e-9),
        (30.0, 250_000.25, 2.205_651_094_840_463_8e-197),
        (20.0, 1e6, 5.733_087_047_390_372e-89),
    ] {
        near(student_tails(t, df), p, 1e-11);
    }
    assert_eq!([student_tails(0.0, 5.0), student_tails(1e200, 3.0), student_tails(1e3, 1e6)], [1.0, 0.0, 0.0]);
}

#[test]
fn chi_square_tails_have_ten_digits_for_few_and_many_degrees() {
    for (statistic, df, p) in [
        (0.001, 1, 0.974_772_879_369_960_4),
        (3.84, 1, 0.050_043_521_248_705_1),
        (0.1, 2, 0.951_229_424_500_714),
        (6.891_667_643, 2, 0.031_878_170_254_007_669),
        (30.0, 2, 3.059_023_205_018_258e-7),
        (1400.0, 1, 2.101_014_516_264_217_5e-306),
        (1.0, 10, 0.999_827_884_370_044_1),
        (10.0, 10, 0.440_493_285_065_212_4),
        (11.5, 10, 0.319_911_430_538_238),
        (25.0, 10, 0.005_345_505_487_134_064),
        (300.0, 30, 2.648_048_485_630_878e-46),
        (900.0, 1000, 0.989_282_761_908_710_2),
        (1000.0, 1000, 0.494_052_853_829_239_64),
        (1002.5, 1000, 0.471_794_416_761_298_34),
        (1100.0, 1000, 0.014_614_408_126_295_194),
        (2500.0, 1000, 2.105_926_804_848_140_5e-129),
        (12_475.0, 12_475, 0.498_316_225_537_143_67),
        (13_000.0, 12_475, 0.000_514_619_560_155_277_6),
    ] {
        near(chi_square_tail(statistic, df), p, 1e-11);
    }
    // 3e-358 is no float.
    assert_eq!(
        [chi_square_tail(0.0, 3), chi_square_tail(20_000.0, 12_475), chi_square_tail(1e300, 2)],
        [1.0, 0.0, 0.0]
    );
}

#[test]
fn chi_square_agrees_with_six_published_tables() {
    let one = table(&[&[36, 45, 25], &[51, 38, 13]]);
    rounds_to(one.statistic, 6.891667643, 9);
    rounds_to(one.p, 0.03187817, 8);
    assert_eq!((one.df, one.warning), (2, false));

    let two = table(&[&[762, 327, 468], &[484, 239, 477]]);
    rounds_to(two.statistic, 30.070149, 6);
    rounds_to(two.p * 1e7, 2.9536, 4);
    rounds_to(two.v, 0.1044, 4);

    let three = table(&[&[120, 90, 40], &[110, 95, 45]]);
    rounds_to(three.statistic, 0.86404, 5);
    rounds_to(three.p, 0.6492, 4);
    assert_eq!(three.df, 2);

    let four = table(&[&[23, 100], &[65, 44], &[158, 119]]);
    rounds_to(four.statistic, 57.236, 3);
    rounds_to(four.p * 1e13, 3.727, 3);
    rounds_to(four.residuals[0][1], 4.5717, 4);
    rounds_to(four.residuals[0][0], -4.7270, 4);

    let five = table(&[&[83, 90, 129, 70], &[3, 3, 7, 12]]);
    rounds_to(five.statistic, 12.6004, 4);
    rounds_to(five.p, 0.005585, 6);
    assert_eq!(five.df, 3);

    let six = table(&[&[19, 16, 5], &[8, 16, 7]]);
    rounds_to(six.statistic, 3.734, 3);
    rounds_to(six.p, 0.1546, 4);
    for (found, published) in six.expected.iter().flatten().zip([15.21, 18.03, 6.76, 11.79, 13.97, 5.24]) {
        rounds_to(*found, published, 2);
    }
}

#[test]
fn the_pooled_test_agrees_with_published_proportions() {
    let seven = compare_shares(share(143, 162), share(127, 149)).unwrap();
    rounds_to(seven.z, 0.790787, 6);
    rounds_to(seven.p, 0.429068, 6);
    let eight = compare_shares(share(1198, 2691), share(557, 1835)).unwrap();
    rounds_to(eight.z, 9.602358, 6);
    rounds_to(eight.z * eight.z, 92.20528, 5);
    let reversed = compare_shares(share(557, 1835), share(1198, 2691)).unwrap();
    assert_eq!((reversed.z, reversed.p), (-eight.z, eight.p));
}

#[test]
fn cylinders_by_transmission_are_marked_as_published() {
    let p = |one: u32, other: u32| compare_shares(share(one, 19), share(other, 13)).unwrap().p;
    rounds_to(p(3, 8), 0.00745, 5);
    rounds_to(p(4, 3), 0.892, 3);
    rounds_to(p(12, 2), 0.00746, 5);
    assert_eq!(marks(&[(3, 19), (8, 13)], NO_RULE), ["", "A"]);
    assert_eq!(marks(&[(4, 19), (3, 13)], NO_RULE), ["", ""]);
    assert_eq!(marks(&[(12, 19), (2, 13)], NO_RULE), ["B", ""]);
}

#[test]
fn mileage_by_transmission_differs_as_published() {
    let moments = |values: &[f64]| Moments::from_values(&values.iter().map(|value| (*value, 1)).collect::<Vec<_>>());
    let (one, other) = (moments(&AUTOMATIC), moments(&MANUAL));
    for (group, mean, deviation) in [(one, 17.147, 3.834), (other, 24.392, 6.167)] {
        rounds_to(group.mean, mean, 3);
        rounds_to(group.variance.sqrt(), deviation, 3);
    }
    let test = compare_means(one, other).unwrap();
    rounds_to(test.t, -3.7671, 4);
    rounds_to(test.df, 18.332, 3);
    rounds_to(test.p, 0.001374, 6);
    let letters = letters_of_row(2, Confidence::default(), 1, &|cell| [one, other][cell].mean, &|_, _| {
        NO_RULE.mean_p(one, other)
    });
    assert_eq!(letters, ["", "A"]);
    assert_eq!(BaseRule::default().mean_p(one, other), None);
}

/// The letters of a row of counts and bases at 95 and 80 percent.
fn marks(cells: &[(u32, u32)], rule: BaseRule) -> Vec<String> {
    let cell = |position: usize| share(cells[position].0, cells[position].1);
    let value = |position: usize| cell(position).proportion();
    letters_of_row(cells.len(), Confidence::default(), 1, &value, &|one, other| rule.share_p(cell(one), cell(other)))
}

#[test]
fn answers_by_age_are_marked_as_published() {
    let rule = BaseRule::default();
    for (counts, p, letters) in [
        ([15, 29], 0.0467, ["", "A"]),
        ([3, 15], 0.0065, ["", "A"]),
        ([27, 21], 0.1065, ["b", ""]),
        ([14, 27], 0.0594, ["", "a"]),
        ([51, 49], 0.1325, ["b", ""]),
        ([17, 33], 0.0279, ["", "A"]),
    ] {
        rounds_to(compare_shares(share(counts[0], 70), share(counts[1], 80)).unwrap().p, p, 4);
        assert_eq!(marks(&[(counts[0], 70), (counts[1], 80)], rule), letters);
    }
}

#[test]
fn answers_by_preference_are_marked_as_published_and_a_small_base_is_not() {
    let rule = BaseRule::default();
    rounds_to(rule.share_p(share(22, 94), share(24, 50)).unwrap(), 0.0026, 4);
    assert_eq!(marks(&[(22, 94), (24, 50)], rule), ["", "A"]);
    let consistency = [(8, 94), (7, 50), (3, 6)];
    rounds_to(NO_RULE.share_p(share(8, 94), share(3, 6)).unwrap(), 0.0016, 4);
    rounds_to(NO_RULE.share_p(share(7, 50), share(3, 6)).unwrap(), 0.0296, 4);
    assert_eq!(marks(&consistency, NO_RULE), ["", "", "A B"]);
    assert_eq!(marks(&consistency, rule), ["", "", ""]);
    let neither = [(14, 94), (1, 50)];
    rounds_to(rule.share_p(share(14, 94), share(1, 50)).unwrap(), 0.0159, 4);
    assert_eq!(marks(&neither, rule), ["B", ""]);
}

#[test]
fn none_all_and_too_few_are_not_tested() {
    assert!(
        compare_shares(share(0, 100), share(0, 50)).is_none() && compare_shares(share(9, 9), share(7, 7)).is_none()
    );
    assert!(compare_shares(share(0, 0), share(3, 50)).is_none() && compare_shares(share(0, 0), share(0, 0)).is_none());
    let rule = BaseRule::default();
    assert_eq!(rule.share_p(share(10, 29), share(20, 100)), None);
    assert!(rule.share_p(share(10, 30), share(20, 100)).is_some());
    // 4 of 130 expect 2.8 in the smaller group.
    assert_eq!(rule.share_p(share(4, 90), share(0, 40)), None);
    let same = Moments { n: 40, mean: 3.0, variance: 0.0 };
    assert_eq!(compare_means(same, Moments { mean: 4.0, ..same }), None);
    assert_eq!(compare_means(same, Moments { n: 1, mean: 4.0, variance: 0.0 }), None);
    for value in [19.95, 1.1, 2.3, 0.7] {
        let alike = |times: u32| {
            [Moments::from_values(&vec![(value, 1); times as usize]), Moments::from_values(&[(value, times)])]
        };
        let listed = |times: usize| Spread::from_list(&mut vec![value; times]).unwrap().moments();
        for (one, other) in alike(33).into_iter().zip(alike(77)).chain([(listed(33), listed(77))]) {
            assert_eq!(compare_means(one, other), None, "{value}: the rounding of a sum is no difference");
        }
    }
    for rows in [vec![], vec![vec![1, 2]], vec![vec![1, 0], vec![5, 0]], vec![vec![0, 0], vec![0, 0]]] {
        assert_eq!(chi_square(&rows), None);
    }
}

#[test]
fn rows_and_columns_without_counts_are_no_degrees_of_freedom() {
    let with = table(&[&[19, 0, 16, 5], &[0, 0, 0, 0], &[8, 0, 16, 7]]);
    let without = table(&[&[19, 16, 5], &[8, 16, 7]]);
    assert_eq!((with.statistic, with.df, with.p, with.v), (without.statistic, without.df, without.p, without.v));
    assert_eq!((with.expected[1][0], with.residuals[0][1]), (0.0, 0.0));
}

#[test]
fn a_table_with_small_expected_counts_has_a_warning() {
    assert!(table(&[&[1, 40], &[0, 30]]).warning);
    assert!(table(&[&[4, 40], &[4, 30]]).warning);
    assert!(!table(&[&[6, 40], &[6, 30]]).warning);
}

#[test]
fn adjusted_for_many_pairs_fewer_differences_are_marked() {
    let p = |_: usize, _: usize| Some(0.02);
    let value = |cell: usize| [0.1, 0.2, 0.2][cell];
    let confidence = Confidence::default();
    assert_eq!(letters_of_row(3, confidence, 3, &value, &p), ["", "A", "A"]);
    let bonferroni = Confidence { bonferroni: true, ..confidence };
    assert_eq!(letters_of_row(3, bonferroni, 3, &value, &p), ["", "a", "a"]);
    assert_eq!(letters_of_row(3, Confidence { second: None, ..bonferroni }, 3, &value, &p), ["", "", ""]);
}

#[test]
fn the_twenty_seventh_column_has_two_letters() {
    let letters: Vec<String> = [0, 1, 25, 26, 27, 51, 52, 701, 702].into_iter().map(column_letter).collect();
    assert_eq!(letters, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
}

#[test]
fn promoters_are_nine_and_ten_and_detractors_six_and_fewer() {
    let score = NetPromoters::from_points((0..=10).map(|points| (f64::from(points), 10)).chain([(11.0, 5), (-1.0, 5)]));
    assert_eq!(score, NetPromoters { n: 110, promoters: 20, passives: 20, detractors: 70 });
    near(score.score().unwrap(), -50.0 / 1.1, 1e-15);
    // 70 promoters, 20 passives, 10 detractors: variance 0.7 · 0.16 + 0.2 · 0.36 + 0.1 · 2.56.
    let good = NetPromoters { n: 100, promoters: 70, passives: 20, detractors: 10 };
    assert_eq!(good.score(), Some(60.0));
    near(good.margin().unwrap(), 19.6 * 0.44_f64.sqrt(), 1e-14);
    assert_eq!((NetPromoters::default().score(), NetPromoters::default().margin()), (None, None));
}

#[test]
fn a_quantile_is_interpolated() {
    let values = [(10.0, 2), (20.0, 1), (30.0, 1), (7.0, 0)];
    near(Spread::quantile(&values, 0.9).unwrap(), 27.0, 1e-15);
    assert_eq!(Spread::quantile(&values, 0.0).zip(Spread::quantile(&values, 1.0)), Some((10.0, 30.0)));
    assert_eq!(Spread::quantile(&[(1.0, 0)], 0.5), None);
}

proptest! {
    #[test]
    fn the_spread_of_values_is_that_of_the_sorted_list(values in prop::collection::vec((-50_i32..50, 1_u32..5), 1..30)) {
        let mut list: Vec<f64> = values.iter().flat_map(|(value, times)| vec![f64::from(*value); *times as usize]).collect();
        list.sort_by(f64::total_cmp);
        let n = list.len();
        let mean = list.iter().sum::<f64>() / n as f64;
        let variance = list.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n as f64;
        let spread = Spread::from_values(&values.iter().map(|(value, times)| (f64::from(*value), *times)).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!((spread.n as usize, spread.min, spread.max), (n, list[0], list[n - 1]));
        prop_assert_eq!(spread.median, (list[(n - 1) / 2] + list[n / 2]) / 2.0);
        prop_assert!((spread.mean - mean).abs() < 1e-9 && (spread.std - variance.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_test_is_never_nan(one in any::<(u32, u32)>(), other in any::<(u32, u32)>(), t in any::<f64>(), df in 0.0_f64..1e9) {
        let [one, other] = [one, other].map(|(one, other)| share(one.min(other), one.max(other)));
        if let Some(test) = compare_shares(one, other) {
            prop_assert!(!test.z.is_nan() && (0.0..=1.0).contains(&test.p), "{:?}", test);
        }
        if let Some(test) = chi_square(&[vec![one.count, one.base], vec![other.count, other.base]]) {
            prop_assert!((0.0..=1.0).contains(&test.p) && (0.0..=1.000_001).contains(&test.v), "{:?}", test);
        }
        prop_assert!(t.is_nan() || (0.0..=1.0 + 1e-12).contains(&student_tails(t, df)));
    }
}

proptest! {
    #[test]
    fn every_number_is_in_one_bin_and_the_bins_are_equally_wide(
        digits in prop::collection::vec(-9999_i32..9999, 1..60), exponent in -3_i32..5, power: prop::sample::Index,
    ) {
        let unit = 10_f64.powi(exponent.max(0));
        let numbers: Vec<f64> = digits.iter().take(power.index(60) + 1).map(|digits| f64::from(*digits) * unit / 10_f64.powi((-exponent).max(0))).collect();
        let bins = histogram(&numbers);
        let is_one = bins.len() == 1 && bins[0].from == bins[0].to;
        let are_whole = numbers.iter().all(|number| number.fract() == 0.0);
        let last = if are_whole { 1.0 } else { 0.0 };
        prop_assert!((1..=20).contains(&bins.len()));
        prop_assert_eq!(bins.iter().map(|bin| bin.count as usize).sum::<usize>(), numbers.len());
        prop_assert!(bins[0].count > 0 && bins[bins.len() - 1].count > 0);
        for bin in &bins {
            let own: Vec<f64> = numbers.iter().copied().filter(|number| *number >= bin.from && (*number < bin.to || (are_whole || is_one) && *number <= bin.to)).collect();
            prop_assert_eq!(own.len(), bin.count as usize, "{:?}", bin);
            let range = own.iter().copied().fold(None, |range: Option<(f64, f64)>, number| {
                let (min, max) = range.unwrap_or((number, number));
                Some((min.min(number), max.max(number)))
            });
            prop_assert_eq!(range, bin.range);
        }
        for pair in bins.windows(2) {
            prop_assert_eq!(pair[0].to + last, pair[1].from);
        }
    }
}

#[test]
fn bins_have_round_bounds() {
    let bounds = |numbers: &[f64]| -> Vec<(f64, f64, u32)> {
        histogram(numbers).iter().map(|bin| (bin.from, bin.to, bin.count)).collect()
    };
    assert_eq!(bounds(&[3.0, 5.0, 3.0]), [(3.0, 3.0, 2), (4.0, 4.0, 0), (5.0, 5.0, 1)]);
    assert_eq!(bounds(&[0.0, 99.0])[0], (0.0, 4.0, 1));
    assert_eq!(bounds(&[0.29, 0.3, 0.11])[18..], [(0.29, 0.3, 1), (0.3, 0.31, 1)]);
    assert_eq!(bounds(&[-7.0, 21.0])[0], (-8.0, -7.0, 1));
    assert_eq!(bounds(&[0.0, 1e300]).len(), 11);
    assert_eq!(bounds(&[2.5, 2.5]), [(2.5, 2.5, 2)]);
    assert_eq!(bounds(&[]), []);
    assert_eq!(bounds(&[f64::INFINITY]), []);
    assert_eq!(bounds(&[1e-300, 2e-300]), [(0.0, 1e-15, 2)]);
    assert_eq!(bounds(&[f64::MAX, f64::MIN]).iter().map(|(_, _, count)| count).sum::<u32>(), 2);
}
