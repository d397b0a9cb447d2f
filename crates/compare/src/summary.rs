//! Counts: per engine, per pair of engines, per set.

use crate::results::{Answer, Comparison, Label, Outcome, Task};
use crate::statistics::{Integers, Measure, Spread, spread};
use std::collections::BTreeMap;

/// One engine in figures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineSummary {
    /// Solved tasks whose property holds.
    pub solved_true: usize,
    /// Solved tasks whose property is violated.
    pub solved_false: usize,
    /// Wrong verdicts.
    pub wrong: usize,
    /// Verdicts without a certificate.
    pub uncertified: usize,
    /// Tasks without a verdict.
    pub unknown: usize,
    /// Tasks that could not be run.
    pub error: usize,
    /// Wall time of the solved tasks.
    pub seconds: f64,
    /// Wall time of the tasks that all engines solve.
    pub seconds_common: f64,
    /// Wall time, where a task that is not solved counts as twice the limit.
    pub penalised_seconds: f64,
    /// What the searches of solved tasks did, in the order of `Measure::ALL`.
    pub measures: [Option<Spread>; Measure::ALL.len()],
    /// Median of the largest memory over the tasks for which it is known.
    pub median_mb: Option<u64>,
    /// Maximum of it.
    pub maximum_mb: Option<u64>,
    /// Tasks that no other engine solves.
    pub alone: Vec<String>,
}

impl EngineSummary {
    /// Solved tasks.
    pub fn solved(&self) -> usize {
        self.solved_true + self.solved_false
    }

    /// PAR-2: the mean wall time of as many tasks, where one that is not solved counts as twice the limit.
    pub fn penalised_mean(&self, tasks: usize) -> Option<f64> {
        (tasks > 0).then(|| self.penalised_seconds / tasks as f64)
    }

    /// Mean wall time of the solved tasks.
    pub fn mean_seconds(&self) -> Option<f64> {
        (self.solved() > 0).then(|| self.seconds / self.solved() as f64)
    }
}

/// All engines in figures.
#[derive(Clone, Debug)]
pub struct Summary {
    /// In the order of the engines.
    pub engines: Vec<EngineSummary>,
    /// How many tasks all engines solve.
    pub common: usize,
    /// How many tasks at least one engine solves.
    pub any: usize,
    /// Per set and integers: its tasks, and how many of them each engine solves.
    pub sets: BTreeMap<(String, Integers), (usize, Vec<usize>)>,
}

impl Summary {
    /// Counts, for a limit on the time per task.
    pub fn of(comparison: &Comparison, timeout_seconds: f64) -> Summary {
        let count = comparison.engines.len();
        let mut summary = Summary {
            engines: vec![EngineSummary::default(); count],
            common: 0,
            any: 0,
            sets: BTreeMap::new(),
        };
        for task in &comparison.tasks {
            summary.add(task, timeout_seconds);
        }
        for (number, engine) in summary.engines.iter_mut().enumerate() {
            let peaks = comparison
                .tasks
                .iter()
                .map(|task| task.answers[number].peak_mb);
            let mut peaks: Vec<u64> = peaks.filter(|peak| *peak > 0).collect();
            peaks.sort_unstable();
            engine.median_mb = peaks.get(peaks.len() / 2).copied();
            engine.maximum_mb = peaks.last().copied();
            let answers = comparison.tasks.iter().map(|task| &task.answers[number]);
            let answers: Vec<&Answer> = answers.collect();
            engine.measures = Measure::ALL.map(|measure| spread(&answers, measure));
        }
        summary
    }

    /// Solved tasks per integers, as in `sets`.
    pub fn integers(&self) -> BTreeMap<Integers, (usize, Vec<usize>)> {
        let mut all = BTreeMap::new();
        for ((_, integers), (tasks, solved)) in &self.sets {
            let sum = all
                .entry(*integers)
                .or_insert_with(|| (0, vec![0; self.engines.len()]));
            sum.0 += tasks;
            for (sum, solved) in sum.1.iter_mut().zip(solved) {
                *sum += solved;
            }
        }
        all
    }

    fn add(&mut self, task: &Task, timeout_seconds: f64) {
        let solvers = task
            .answers
            .iter()
            .filter(|answer| answer.solved_in().is_some())
            .count();
        let by_all = solvers == self.engines.len();
        self.common += usize::from(by_all);
        self.any += usize::from(solvers > 0);
        let name = (task.name.set().to_owned(), task.integers);
        let set = self.sets.entry(name);
        let set = set.or_insert_with(|| (0, vec![0; self.engines.len()]));
        set.0 += 1;
        for (number, answer) in task.answers.iter().enumerate() {
            let engine = &mut self.engines[number];
            match (answer.outcome, task.label) {
                (Outcome::Solved, Label::True) => engine.solved_true += 1,
                (Outcome::Solved, Label::False) => engine.solved_false += 1,
                (Outcome::Wrong, _) => engine.wrong += 1,
                (Outcome::Uncertified, _) => engine.uncertified += 1,
                (Outcome::Unknown, _) => engine.unknown += 1,
                (Outcome::Error, _) => engine.error += 1,
            }
            let Some(seconds) = answer.solved_in() else {
                engine.penalised_seconds += 2.0 * timeout_seconds;
                continue;
            };
            engine.penalised_seconds += seconds;
            set.1[number] += 1;
            engine.seconds += seconds;
            if by_all {
                engine.seconds_common += seconds;
            }
            if solvers == 1 {
                engine.alone.push(task.name.path.clone());
            }
        }
    }
}

/// Two engines against each other.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PairSummary {
    /// Tasks that only the first solves.
    pub only_first: usize,
    /// Tasks that only the second solves.
    pub only_second: usize,
    /// Tasks that both solve.
    pub both: usize,
    /// Of those, the ones on which the first is faster.
    pub first_faster: usize,
    /// Of those, the ones on which the second is faster.
    pub second_faster: usize,
    /// Wall time of the first on those.
    pub seconds_first: f64,
    /// Wall time of the second on those.
    pub seconds_second: f64,
}

impl PairSummary {
    /// Counts for two engines, named by their places.
    pub fn of(comparison: &Comparison, first: usize, second: usize) -> PairSummary {
        let mut pair = PairSummary::default();
        for task in &comparison.tasks {
            match (
                task.answers[first].solved_in(),
                task.answers[second].solved_in(),
            ) {
                (Some(one), Some(other)) => {
                    pair.both += 1;
                    pair.first_faster += usize::from(one < other);
                    pair.second_faster += usize::from(other < one);
                    pair.seconds_first += one;
                    pair.seconds_second += other;
                }
                (Some(_), None) => pair.only_first += 1,
                (None, Some(_)) => pair.only_second += 1,
                (None, None) => {}
            }
        }
        pair
    }
}

#[cfg(test)]
mod tests {
    use super::{PairSummary, Summary};
    use crate::results::tests::{comparison, sample, with_searches};
    use crate::statistics::Integers;

    #[test]
    fn engines_are_counted() {
        let summary = Summary::of(&sample(), 20.0);
        let [first, second] = &summary.engines[..] else {
            panic!("two engines");
        };
        assert_eq!(
            (first.solved_true, first.solved_false, first.solved()),
            (1, 1, 2)
        );
        assert_eq!(
            (first.wrong, first.uncertified, first.unknown, first.error),
            (0, 1, 2, 1)
        );
        assert_eq!((first.seconds, first.mean_seconds()), (2.5, Some(1.25)));
        assert_eq!((first.median_mb, first.maximum_mb), (Some(200), Some(400)));
        assert_eq!(first.alone, ["a/2.c"]);
        assert_eq!((second.solved_true, second.solved_false), (2, 1));
        assert_eq!(
            (
                second.wrong,
                second.uncertified,
                second.unknown,
                second.error
            ),
            (1, 0, 2, 0)
        );
        assert_eq!(second.alone, ["a/3.c", "b/4.c"]);
        assert_eq!((summary.common, summary.any), (1, 4));
        assert_eq!((first.seconds_common, second.seconds_common), (0.5, 5.0));
        let set = |name: &str| summary.sets[&(name.to_owned(), Integers::Machine)].clone();
        assert_eq!(set("a"), (3, vec![2, 2]));
        assert_eq!(set("b"), (3, vec![0, 1]));
        // Four of six tasks at twice 20 s.
        assert_eq!(first.penalised_seconds, 162.5);
    }

    #[test]
    fn an_engine_that_solves_nothing_has_no_mean() {
        let none = comparison(&[("e", &["a.c true unknown error false 1 0"])]);
        let summary = Summary::of(&none.expect("the table is right"), 20.0);
        assert_eq!(summary.engines[0].mean_seconds(), None);
        assert_eq!(summary.engines[0].median_mb, None);
    }

    #[test]
    fn tasks_over_ideal_integers_are_told_apart() {
        let rows = [
            "a/1.c true safe correct true 1 1",
            "a/2.c true safe correct true 1 1",
            "b/3.c true unknown unknown false 1 1",
        ];
        let line = |path: &str| {
            format!(
                "{{\"path\":\"{path}\",\"property\":\"unreach-call\",\"integers\":\"ideal\",\
                 \"arithmetic\":\"int\",\"queries\":1,\"statistics\":{{}}}}\n"
            )
        };
        let lines = line("a/2.c") + &line("b/3.c");
        let one = with_searches(&[("e", &rows)], &lines).expect("the tables are right");
        let summary = Summary::of(&one, 20.0);
        let sets: Vec<_> = summary.sets.into_iter().collect();
        assert_eq!(
            sets,
            [
                (("a".to_owned(), Integers::Machine), (1, vec![1])),
                (("a".to_owned(), Integers::Ideal), (1, vec![1])),
                (("b".to_owned(), Integers::Ideal), (1, vec![0])),
            ]
        );
    }

    #[test]
    fn pairs_are_counted() {
        let pair = PairSummary::of(&sample(), 0, 1);
        assert_eq!((pair.only_first, pair.only_second, pair.both), (1, 2, 1));
        assert_eq!((pair.first_faster, pair.second_faster), (1, 0));
        assert_eq!((pair.seconds_first, pair.seconds_second), (0.5, 5.0));
        let turned = PairSummary::of(&sample(), 1, 0);
        assert_eq!(
            (turned.only_first, turned.only_second, turned.first_faster),
            (2, 1, 0)
        );
    }
}
