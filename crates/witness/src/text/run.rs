//! The steps of a run as excerpts of the source: one for each piece that goes down the text.

use super::excerpt::{Excerpt, Mark, Page, PathLine, Tone, Weight};
use super::{Look, RunDetail};
use invar_report::{Place, StepKind, TraceStep, ViolationReport};
use invar_report::{fold, relevant_only};

/// Steps of a run that are shown; most take two lines.
const SHOWN_STEPS: usize = 36;

pub(super) fn show(page: &mut Page, violation: &ViolationReport, look: &Look) {
    let steps = match look.run {
        RunDetail::Relevant => fold(relevant_only(violation.steps.clone()), SHOWN_STEPS),
        RunDetail::Full => violation.steps.clone(),
    };
    let excerpts = pieces(&steps, violation, look.run);
    page.draw(&excerpts);
}

/// Excerpts under construction.
struct Pieces {
    done: Vec<Excerpt>,
    file: Option<String>,
    /// The title of the next excerpt.
    title: Option<String>,
    function: Option<String>,
    depth: u32,
}

fn pieces(steps: &[TraceStep], violation: &ViolationReport, detail: RunDetail) -> Vec<Excerpt> {
    let length = violation.length;
    let told = violation.steps.iter().filter(|step| is_said(step)).count();
    let shown = steps.iter().filter(|step| is_said(step)).count();
    let rest = match detail {
        RunDetail::Relevant if shown < told => ": what the violation depends on",
        _ => "",
    };
    let mut pieces = Pieces {
        done: Vec::new(),
        file: violation.place.as_ref().map(|place| place.file.clone()),
        title: Some(format!("the run, {length} steps{rest}")),
        function: None,
        depth: 0,
    };
    let mut rest = steps;
    while let [step, after @ ..] = rest {
        rest = after;
        if let Some(merged) = call_at_once(step, after) {
            pieces.step(&merged, after.get(1));
            rest = &after[1..];
        } else {
            pieces.step(step, after.first());
        }
    }
    pieces.done
}

/// A call of which nothing is shown but its result.
fn call_at_once(call: &TraceStep, after: &[TraceStep]) -> Option<TraceStep> {
    let result = after.first()?;
    let of = |step: &TraceStep| step.place.as_ref().map(|p| (p.file.clone(), p.line));
    let at_once = call.kind == StepKind::Call
        && result.kind == StepKind::Return
        && (of(call) == of(result) || result.text == "returns");
    let name = call.text.trim_start_matches("calls ");
    at_once.then(|| TraceStep {
        kind: StepKind::Assign,
        text: match result.text.as_str() {
            "returns" => call.text.clone(),
            value => format!("{name} {value}"),
        },
        ..call.clone()
    })
}

/// Whether a step represents something that happened.
fn is_said(step: &TraceStep) -> bool {
    !matches!(
        step.kind,
        StepKind::Iteration | StepKind::Fold | StepKind::Violation
    )
}

impl Pieces {
    fn step(&mut self, step: &TraceStep, next: Option<&TraceStep>) {
        match (step.kind, &step.place) {
            (StepKind::Violation, _) => {}
            (StepKind::Iteration, Some(place)) => {
                // After a fold nothing says where the run is.
                let goes_back = self.last_line().is_none_or(|line| line > place.line);
                if goes_back && !self.done.is_empty() {
                    self.title = Some(iteration_title(step, place));
                }
            }
            (StepKind::Iteration, None) => {}
            (StepKind::Fold, _) => {
                self.done.push(Excerpt {
                    tone: Tone::Quiet,
                    title: step.text.clone(),
                    marks: Vec::new(),
                    path: PathLine::Hidden,
                });
            }
            (_, None) => {}
            // That a call ended is seen from what follows.
            (StepKind::Return, Some(_)) if step.text == "returns" => {
                self.depth = step.depth;
                self.title = None;
            }
            // The variable that takes an input says as much as the input.
            (StepKind::Input, Some(place)) if next.is_some_and(|n| takes(place, step, n)) => {}
            (kind, Some(place)) => {
                // The last part of `for (...)` belongs to the next iteration for a reader.
                if let Some(mark) = next.filter(|n| n.kind == StepKind::Iteration)
                    && let Some(head) = mark.place.as_ref().filter(|p| p.line == place.line)
                    && self.last_line().is_none_or(|line| line > place.line)
                    && self.title.is_none()
                {
                    self.title = Some(iteration_title(mark, head));
                }
                self.say(place, step);
                if kind == StepKind::Call {
                    let callee = step.text.trim_start_matches("calls ");
                    self.title = Some(format!("in {callee}"));
                }
                if kind == StepKind::Return {
                    self.title = None;
                }
            }
        }
    }

    fn last_line(&self) -> Option<u32> {
        let last = self.done.last()?.marks.last()?;
        Some(last.place.line)
    }

    /// Adds a label to the excerpt, or begins another one.
    fn say(&mut self, place: &Place, step: &TraceStep) {
        let changes = self.function != place.function || self.depth != step.depth;
        let fits = self.title.is_none()
            && !changes
            && self.done.last().is_some_and(|excerpt| {
                excerpt.marks.last().is_some_and(|last| {
                    last.place.file == place.file && last.place.line <= place.line
                })
            });
        if !fits {
            let back = match &place.function {
                Some(function) if self.depth != step.depth => format!("back in {function}"),
                Some(function) if changes => format!("in {function}"),
                _ => "then".into(),
            };
            let other_file = self.file.as_deref() != Some(place.file.as_str());
            let path = if other_file || self.done.is_empty() {
                PathLine::Shown
            } else {
                PathLine::Hidden
            };
            self.done.push(Excerpt {
                tone: Tone::Quiet,
                title: self.title.take().unwrap_or(back),
                marks: Vec::new(),
                path,
            });
            self.file = Some(place.file.clone());
        }
        self.function.clone_from(&place.function);
        self.depth = step.depth;
        let Some(excerpt) = self.done.last_mut() else {
            return;
        };
        match excerpt.marks.last_mut() {
            Some(last) if last.place.line == place.line => {
                if let [label] = last.labels.as_mut_slice() {
                    label.push_str(", ");
                    label.push_str(&step.text);
                }
            }
            _ => excerpt.marks.push(Mark {
                place: place.clone(),
                labels: vec![step.text.clone()],
                weight: Weight::Side,
            }),
        }
    }
}

/// The title of an iteration.
fn iteration_title(mark: &TraceStep, place: &Place) -> String {
    let number = mark.text.trim_start_matches("iteration ");
    let number = number.split(' ').next().unwrap_or_default();
    format!("loop at line {}, iteration {number}", place.line)
}

/// Whether the next step gives the value of an input to a variable on the same line.
fn takes(place: &Place, input: &TraceStep, next: &TraceStep) -> bool {
    let same_line = next.place.as_ref().is_some_and(|p| p.line == place.line);
    let value = input.text.split(" returns ").nth(1);
    let given = next.text.split(" = ").nth(1);
    next.kind == StepKind::Assign && same_line && value.is_some() && value == given
}
