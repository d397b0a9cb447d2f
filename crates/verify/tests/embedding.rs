//! What those rely on who embed the crate.

use invar_report::{AssertionStatus, Conclusion, ReasonClass};
use invar_verify::{CancelToken, Event, Observer, Report, Request, Unobserved, verify};
use std::path::PathBuf;
use std::sync::Mutex;

/// A file with this text, removed at the end.
struct Program(PathBuf);

impl Program {
    fn new(name: &str, text: &str) -> Program {
        let path = std::env::temp_dir().join(format!("invar-embed-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("writable");
        Program(path)
    }

    fn request(&self) -> Request {
        let mut request = Request::default();
        request.input.files = vec![self.0.clone()];
        request
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const CHECKED: &str = "#include <assert.h>
int main(void) { int x = 1; assert(x == 1); assert(x + 1 == 2); return 0; }";

fn statuses(report: &Report) -> Vec<AssertionStatus> {
    let assertions = report.assertions.iter();
    assertions.map(|assertion| assertion.status).collect()
}

#[test]
fn a_request_is_answered_with_a_status_per_assertion() {
    let program = Program::new("safe.c", CHECKED);
    let report = verify(&program.request(), &Unobserved, &CancelToken::default());
    assert_eq!(report.verdict, Conclusion::Safe, "{:?}", report.reason);
    assert!(report.certified);
    // Two assertions and an addition that could overflow.
    assert_eq!(statuses(&report), [AssertionStatus::Proved; 3]);
    assert_eq!(report.property, "default");
    assert!(report.file.ends_with("safe.c"));
}

#[test]
fn observers_are_told_and_a_cancelled_request_claims_nothing() {
    #[derive(Default)]
    struct Told(Mutex<Vec<String>>);
    impl Observer for Told {
        fn event(&self, event: &Event) {
            if let Event::Activity(what) = event {
                self.0.lock().expect("no panic").push(what.clone());
            }
        }
    }
    let text = "#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  assert(i == n);
  return 0;
}";
    let program = Program::new("open.c", text);
    let told = Told::default();
    let cancel = CancelToken::default();
    cancel.cancel();
    let report = verify(&program.request(), &told, &cancel);
    assert_eq!(report.verdict, Conclusion::Unknown);
    assert_eq!(report.reason_class, Some(ReasonClass::Cancelled));
    assert_eq!(statuses(&report), [AssertionStatus::Unknown]);
    let told = told.0.into_inner().expect("no panic");
    assert!(told.iter().any(|what| what == "reading"), "{told:?}");
}

#[test]
fn what_cannot_be_read_is_a_report_too() {
    let mut request = Request::default();
    request.input.files = vec!["/nowhere/at-all.c".into()];
    let report = verify(&request, &Unobserved, &CancelToken::default());
    assert_eq!(report.verdict, Conclusion::Unknown);
    assert_eq!(report.reason_class, Some(ReasonClass::Input));
}
