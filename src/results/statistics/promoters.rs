//! The net promoter score: how many more give 9 or 10 of 10 points than give 6 or fewer.

/// The score of a question with points from 0 to 10.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct NetPromoters {
    /// Number of answers.
    pub n: u32,
    /// 9 and 10 points.
    pub promoters: u32,
    /// 7 and 8 points.
    pub passives: u32,
    /// 0 to 6 points.
    pub detractors: u32,
}

impl NetPromoters {
    /// Counts answers by their points. Points outside of 0 to 10 do not count.
    pub fn from_points(points: impl Iterator<Item = (f64, u32)>) -> NetPromoters {
        let mut score = NetPromoters::default();
        for (points, times) in points {
            let group = match points {
                9.0..=10.0 => &mut score.promoters,
                7.0..9.0 => &mut score.passives,
                0.0..7.0 => &mut score.detractors,
                _ => continue,
            };
            *group = group.saturating_add(times);
            score.n = score.n.saturating_add(times);
        }
        score
    }

    /// Percentage of promoters less that of detractors, −100 to 100; `None` without answers.
    pub fn score(self) -> Option<f64> {
        let net = f64::from(self.promoters) - f64::from(self.detractors);
        (self.n > 0).then(|| 100.0 * net / f64::from(self.n))
    }

    /// Half the width of the 95 % interval around the score, in points; `None` without answers.
    pub fn margin(self) -> Option<f64> {
        let score = self.score()? / 100.0;
        let n = f64::from(self.n);
        let groups = [(self.promoters, 1.0), (self.passives, 0.0), (self.detractors, -1.0)];
        let variance: f64 =
            groups.iter().map(|(count, value)| f64::from(*count) / n * (value - score) * (value - score)).sum();
        Some(1.96 * (variance / n).sqrt() * 100.0)
    }
}
