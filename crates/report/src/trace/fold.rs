//! Long runs made short: loops that repeat themselves are folded.

use crate::data::{Place, StepKind, TraceStep};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The steps of a run, at most about `limit`: where they are more, iterations in the middle of
/// loops are folded, the outermost and longest first, and if that is not enough, steps in the
/// middle of the run are left out. An iteration in which a loop does something for the last time
/// stays: what follows may depend on it.
pub fn fold(mut steps: Vec<TraceStep>, limit: usize) -> Vec<TraceStep> {
    if steps.len() <= limit {
        return steps;
    }
    let mut keeps = keeps(&steps);
    while steps.len() > limit {
        let mut ends = [2, 1].into_iter();
        let Some(middle) = ends.find_map(|last| longest_middle(&steps, &keeps, last)) else {
            return cut(steps, &keeps, limit);
        };
        let mut count = middle.iterations;
        let mut range = middle.range;
        let place = steps[range.start].place.clone();
        // What was folded before goes into one with it.
        if let Some(before) = steps[..range.start].last()
            && before.kind == StepKind::Fold
            && before.place == place
        {
            let number = before.text.split(' ').nth(1);
            count += number.and_then(|n| n.parse().ok()).unwrap_or(0);
            range.start -= 1;
        }
        let line = place
            .as_ref()
            .map_or_else(|| "?".into(), |p| p.line.to_string());
        let text = match count {
            1 => format!("... 1 iteration of the loop at line {line} ..."),
            _ => format!("... {count} iterations of the loop at line {line} ..."),
        };
        let folded = TraceStep {
            kind: StepKind::Fold,
            depth: steps[range.start].depth,
            place,
            text,
            relevant: true,
        };
        keeps.splice(range.clone(), [Keep::IfShort]);
        steps.splice(range, [folded]);
    }
    steps
}

/// Whether a step stays in a run that is too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keep {
    /// All iterations that it belongs to are decisive, and there is one.
    Always,
    /// It may be left out.
    IfShort,
}

/// Iterations that can be folded.
struct Middle {
    range: Range<usize>,
    iterations: usize,
}

/// A loop from its entry to its end, with the positions of its iterations.
struct Activation<'s> {
    place: &'s Option<Place>,
    depth: u32,
    starts: Vec<usize>,
}

/// Every execution of a loop with the position after it.
fn activations(steps: &[TraceStep]) -> Vec<(Activation<'_>, usize)> {
    let mut done = Vec::new();
    let mut active: Vec<Activation<'_>> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        while active.last().is_some_and(|a| a.depth > step.depth) {
            done.extend(active.pop().map(|a| (a, number)));
        }
        if step.kind != StepKind::Iteration {
            continue;
        }
        let is_this = |a: &Activation<'_>| *a.place == step.place && a.depth == step.depth;
        match active.iter().rposition(is_this) {
            Some(at) => {
                done.extend(active.drain(at + 1..).map(|a| (a, number)));
                active[at].starts.push(number);
            }
            None => active.push(Activation {
                place: &step.place,
                depth: step.depth,
                starts: vec![number],
            }),
        }
    }
    done.extend(active.into_iter().map(|a| (a, steps.len())));
    done
}

/// Which steps belong to decisive iterations only. An iteration is decisive if it contains the last
/// relevant step at some place of the loop, or the last branch of some direction.
fn keeps(steps: &[TraceStep]) -> Vec<Keep> {
    let mut in_loop = vec![false; steps.len()];
    let mut in_other = vec![false; steps.len()];
    for (activation, end) in activations(steps) {
        let ends = activation.starts[1..].iter().copied().chain([end]);
        let iterations: Vec<Range<usize>> = (activation.starts.iter().copied())
            .zip(ends)
            .map(|(from, to)| from..to)
            .collect();
        let mut last: BTreeMap<_, usize> = BTreeMap::new();
        for (number, iteration) in iterations.iter().enumerate() {
            for step in steps[iteration.clone()].iter().filter(|s| s.relevant) {
                match step.kind {
                    StepKind::Iteration | StepKind::Fold | StepKind::Violation => {}
                    StepKind::Branch => {
                        last.insert((&step.place, Some(&step.text)), number);
                    }
                    StepKind::Input | StepKind::Assign | StepKind::Call | StepKind::Return => {
                        last.insert((&step.place, None), number);
                    }
                }
            }
        }
        let decisive: BTreeSet<usize> = last.into_values().collect();
        for (number, iteration) in iterations.into_iter().enumerate() {
            in_loop[iteration.clone()].fill(true);
            if !decisive.contains(&number) {
                in_other[iteration].fill(true);
            }
        }
    }
    let both = in_loop.into_iter().zip(in_other);
    both.map(|(is_in, other)| {
        if is_in && !other {
            Keep::Always
        } else {
            Keep::IfShort
        }
    })
    .collect()
}

/// The middle of the loop that saves most steps: iterations one after the other, none of them
/// decisive, the first or one of the last ones.
fn longest_middle(steps: &[TraceStep], keeps: &[Keep], kept_last: usize) -> Option<Middle> {
    let mut best: Option<Middle> = None;
    for (activation, _) in activations(steps) {
        let starts = &activation.starts;
        let mut first = 1;
        for number in 1..starts.len().saturating_sub(kept_last) {
            if keeps[starts[number]] == Keep::Always {
                first = number + 1;
                continue;
            }
            let range = starts[first]..starts[number + 1];
            let longer = best.as_ref().is_none_or(|b| b.range.len() < range.len());
            // One step represents what is folded.
            if longer && range.len() > 1 {
                best = Some(Middle {
                    range,
                    iterations: number + 1 - first,
                });
            }
        }
    }
    best
}

/// Leaves out the middle of the run but for what decides.
fn cut(steps: Vec<TraceStep>, keeps: &[Keep], limit: usize) -> Vec<TraceStep> {
    let first = limit / 3;
    let last = limit.saturating_sub(first + 1).max(1);
    let middle = first..steps.len() - last;
    let decisive = middle.clone().filter(|n| keeps[*n] == Keep::Always);
    let is_short = decisive.count() <= limit;
    let mut kept: Vec<TraceStep> = Vec::new();
    let mut left_out: Option<(usize, usize)> = None;
    let told = |(at, count): (usize, usize)| TraceStep {
        kind: StepKind::Fold,
        depth: steps[at].depth,
        place: steps[at].place.clone(),
        text: format!("... {count} steps ..."),
        relevant: true,
    };
    for (number, step) in steps.iter().enumerate() {
        let stays = !middle.contains(&number) || (is_short && keeps[number] == Keep::Always);
        match (stays, left_out) {
            (true, _) => {
                kept.extend(left_out.take().map(told));
                kept.push(step.clone());
            }
            (false, Some((at, count))) => left_out = Some((at, count + 1)),
            (false, None) => left_out = Some((number, 1)),
        }
    }
    kept
}

/// The steps that matter, without the marks of iterations and the calls in which nothing does.
pub fn relevant_only(steps: Vec<TraceStep>) -> Vec<TraceStep> {
    let mut kept: Vec<TraceStep> = Vec::new();
    for step in steps {
        if !step.relevant {
            continue;
        }
        // An iteration that follows a mark of the same loop directly leaves the former empty.
        if step.kind == StepKind::Iteration
            && let Some(last) = kept.last()
            && last.kind == StepKind::Iteration
            && last.depth == step.depth
        {
            kept.pop();
        }
        kept.push(step);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::fold;
    use crate::data::{Place, StepKind, TraceStep};

    fn step(kind: StepKind, line: u32, text: &str) -> TraceStep {
        let place = Place {
            file: "a.c".into(),
            line,
            column: 1,
            function: None,
        };
        TraceStep {
            kind,
            place: Some(place),
            depth: 0,
            text: text.into(),
            relevant: true,
        }
    }

    fn looping(iterations: usize) -> Vec<TraceStep> {
        let mut steps = vec![step(StepKind::Assign, 1, "before")];
        for i in 1..=iterations {
            steps.push(step(StepKind::Iteration, 2, &format!("iteration {i}")));
            steps.push(step(StepKind::Assign, 3, &format!("body {i}")));
        }
        steps.push(step(StepKind::Violation, 5, "failing"));
        steps
    }

    #[test]
    fn the_middle_of_a_loop_is_folded_and_both_ends_stay() {
        let folded = fold(looping(1000), 20);
        let texts: Vec<&str> = folded.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "before",
                "iteration 1",
                "body 1",
                "... 997 iterations of the loop at line 2 ...",
                "iteration 999",
                "body 999",
                "iteration 1000",
                "body 1000",
                "failing"
            ]
        );
    }

    #[test]
    fn what_is_folded_twice_is_told_once() {
        let folded = fold(looping(1000), 8);
        let texts: Vec<&str> = folded.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "before",
                "iteration 1",
                "body 1",
                "... 998 iterations of the loop at line 2 ...",
                "iteration 1000",
                "body 1000",
                "failing"
            ]
        );
    }

    #[test]
    fn the_iteration_that_decides_stays() {
        let mut steps = looping(0);
        for i in 1..=64 {
            steps.push(step(StepKind::Iteration, 2, &format!("iteration {i}")));
            steps.push(step(StepKind::Branch, 3, "i != 40 holds"));
            if i == 41 {
                steps.last_mut().expect("a step").text = "i == 40 holds".into();
                steps.push(step(StepKind::Assign, 4, "bad = 1"));
            }
            steps.push(step(StepKind::Assign, 2, &format!("i = {i}")));
        }
        let texts = |limit: usize| -> Vec<String> {
            let folded = fold(steps.clone(), limit);
            folded.into_iter().map(|step| step.text).collect()
        };
        let expected = [
            "before",
            "failing",
            "iteration 1",
            "i != 40 holds",
            "i = 1",
            "... 39 iterations of the loop at line 2 ...",
            "iteration 41",
            "i == 40 holds",
            "bad = 1",
            "i = 41",
            "... 21 iterations of the loop at line 2 ...",
            "iteration 63",
            "i != 40 holds",
            "i = 63",
            "iteration 64",
            "i != 40 holds",
            "i = 64",
        ];
        assert_eq!(texts(20), expected);
        // The limit gives way.
        let shortest = texts(6);
        assert!(shortest.contains(&"bad = 1".to_owned()), "{shortest:?}");
        assert!(shortest.contains(&"i = 64".to_owned()), "{shortest:?}");
    }

    #[test]
    fn short_runs_stay_as_they_are() {
        assert_eq!(fold(looping(3), 20), looping(3));
    }

    #[test]
    fn a_long_run_without_loops_loses_its_middle() {
        let steps: Vec<TraceStep> = (0..100)
            .map(|i| step(StepKind::Assign, i, &i.to_string()))
            .collect();
        let short = fold(steps, 10);
        assert_eq!(short.len(), 10);
        assert_eq!(short[3].text, "... 91 steps ...");
        assert_eq!(short[9].text, "99");
    }
}
