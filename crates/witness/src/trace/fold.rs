//! Long runs made short: loops that repeat themselves are folded.

use crate::report::{Place, StepKind, TraceStep};

/// The steps of a run, at most about `limit`: where they are more, iterations in the middle of
/// loops are folded, the outermost and longest first, and if that is not enough, steps in the
/// middle of the run are left out.
pub fn fold(mut steps: Vec<TraceStep>, limit: usize) -> Vec<TraceStep> {
    while steps.len() > limit {
        let ends = [2, 1].into_iter();
        let Some(middle) = ends.filter_map(|kept| longest_middle(&steps, kept)).next() else {
            return cut(steps, limit);
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
        steps.splice(range, [folded]);
    }
    steps
}

/// Iterations that can be folded.
struct Middle {
    range: std::ops::Range<usize>,
    iterations: usize,
}

/// A loop from its entry to its end, with the positions of its iterations.
struct Activation<'s> {
    place: &'s Option<Place>,
    depth: u32,
    starts: Vec<usize>,
}

/// The middle of the loop that saves most steps: all but the first iteration and the last ones.
fn longest_middle(steps: &[TraceStep], kept_last: usize) -> Option<Middle> {
    let mut best: Option<Middle> = None;
    let mut consider = |activation: Activation<'_>| {
        let starts = &activation.starts;
        if starts.len() < kept_last + 2 {
            return;
        }
        let range = starts[1]..starts[starts.len() - kept_last];
        let longer = best.as_ref().is_none_or(|b| b.range.len() < range.len());
        // One step stands for what is folded.
        if longer && range.len() > 1 {
            best = Some(Middle {
                range,
                iterations: starts.len() - 1 - kept_last,
            });
        }
    };
    let mut active: Vec<Activation<'_>> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        while active.last().is_some_and(|a| a.depth > step.depth) {
            active.pop().into_iter().for_each(&mut consider);
        }
        if step.kind != StepKind::Iteration {
            continue;
        }
        let is_this = |a: &Activation<'_>| *a.place == step.place && a.depth == step.depth;
        match active.iter().rposition(is_this) {
            Some(at) => {
                active.drain(at + 1..).for_each(&mut consider);
                active[at].starts.push(number);
            }
            None => active.push(Activation {
                place: &step.place,
                depth: step.depth,
                starts: vec![number],
            }),
        }
    }
    active.into_iter().for_each(&mut consider);
    best
}

/// Leaves out the middle of the run.
fn cut(steps: Vec<TraceStep>, limit: usize) -> Vec<TraceStep> {
    let first = limit / 3;
    let last = limit.saturating_sub(first + 1).max(1);
    let left_out = steps.len() - first - last;
    let middle = &steps[first];
    let folded = TraceStep {
        kind: StepKind::Fold,
        depth: middle.depth,
        place: middle.place.clone(),
        text: format!("... {left_out} steps ..."),
        relevant: true,
    };
    let tail = steps[steps.len() - last..].to_vec();
    let mut kept: Vec<TraceStep> = steps.into_iter().take(first).collect();
    kept.push(folded);
    kept.extend(tail);
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
    use super::{cut, fold};
    use crate::report::{Place, StepKind, TraceStep};

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
    fn short_runs_stay_as_they_are() {
        assert_eq!(fold(looping(3), 20), looping(3));
    }

    #[test]
    fn a_long_run_without_loops_loses_its_middle() {
        let steps: Vec<TraceStep> = (0..100)
            .map(|i| step(StepKind::Assign, i, &i.to_string()))
            .collect();
        let short = cut(steps, 10);
        assert_eq!(short.len(), 10);
        assert_eq!(short[3].text, "... 91 steps ...");
        assert_eq!(short[9].text, "99");
    }
}
