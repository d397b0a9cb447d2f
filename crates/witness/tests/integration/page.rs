//! The page of reports with every kind of result.

use crate::reports::{place, sources, unknown, unsafe_with_calls, with_invariants};
use invar_report::{Conclusion, Graph, GraphDetail, GraphEdge, GraphNode, GraphNodeKind, Report};
use invar_witness::{Sources, page};

fn shown(report: &Report) -> String {
    page(report, &sources())
}

fn assert_has(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "the page lacks {part}");
    }
}

#[test]
fn a_proof_shows_its_invariants_beside_their_loop() {
    let page = shown(&with_invariants());
    assert_has(
        &page,
        &[
            "<h1><span class=\"badge\">safe</span> No execution violates the property",
            "Certified by <strong>cvc5</strong>",
            "<div class=\"line proved\" id=\"f0l10\">",
            "<div class=\"line unreachable\" id=\"f0l11\">",
            "1 proved, 1 unreachable",
            "<span class=\"what\">failing assertion</span>",
            "and 1 more that C has no short text for",
            "read has no body",
            "<th scope=\"row\">lemmas</th><td>12</td>",
        ],
    );
    let loop_line = page.find("id=\"f0l7\"").expect("the loop's line");
    let next_line = page.find("id=\"f0l8\"").expect("the line after it");
    let between = &page[loop_line..next_line];
    assert_has(between, &["<code>i &lt;= limit</code>"]);
}

#[test]
fn a_run_is_a_list_of_steps_and_data_for_the_script() {
    let report = unsafe_with_calls();
    let page = shown(&report);
    let count = page.matches("<li data-step=").count();
    assert_eq!(count, report.violations[0].steps.len());
    assert_has(
        &page,
        &[
            "read() = 4",
            "class=\"violation\"",
            "style=\"--depth:1\"",
            "a note about &lt;i&gt;",
        ],
    );
    let (_, data) = page.split_once("id=\"runs\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("an end");
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data[0][1]["change"], serde_json::json!(["limit", "4"]));
    assert_eq!(data[0][5]["in"], "twice");
    assert_eq!(data[0][7]["at"], "f0l11");
}

#[test]
fn what_is_unknown_says_why_and_what_was_proved() {
    let page = shown(&unknown());
    assert_has(
        &page,
        &[
            "Timeout after 10 s while blocking at level 3 of 7.",
            "It was working at <a href=\"#f0l7\">count.c:7:5</a>",
            "the search ended here",
            "<code>i &lt;= limit</code>",
            "<div class=\"line unknown\" id=\"f0l11\">",
        ],
    );
}

#[test]
fn nothing_from_outside_is_markup() {
    const EVIL: &str = "</script></style><b onclick=\"x\">'&";
    let mut report = unsafe_with_calls();
    report.file = EVIL.into();
    report.property = EVIL.into();
    report.engine = EVIL.into();
    report.certifier = Some(EVIL.into());
    report.assumptions[0].text = EVIL.into();
    report.statistics.insert(EVIL.into(), 1.0);
    for assertion in &mut report.assertions {
        assertion.certifier = Some(EVIL.into());
    }
    let run = &mut report.violations[0];
    run.what = EVIL.into();
    run.inputs[0].name = EVIL.into();
    run.notes[0].text = EVIL.into();
    for step in &mut run.steps {
        step.text = format!("{EVIL} = {EVIL}");
        let place = step.place.as_mut().expect("a place");
        place.function = Some(EVIL.into());
    }
    report.samples[1].engine = EVIL.into();
    report.graph = Some(drawing(EVIL));
    let mut sources = sources();
    sources.add(EVIL, EVIL);
    let page = page(&report, &sources);
    assert!(page.contains("&lt;b onclick="), "the text is there");
    assert!(
        !page.contains("<b ") && !page.contains("<b>"),
        "and nothing of it is markup"
    );
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("</style>").count(), 1);
    assert!(!page.contains("\"x\""));
}

#[test]
fn the_page_needs_nothing_else() {
    for report in [with_invariants(), unsafe_with_calls(), unknown()] {
        let page = shown(&report);
        for outside in ["http:", "https:", " src=", "@import", "url(\"", "<link"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}

fn drawing(text: &str) -> Graph {
    let node = |kind, line| GraphNode {
        kind,
        place: Some(place(line, 5, "main")),
        calls: Vec::new(),
    };
    Graph {
        nodes: vec![
            node(GraphNodeKind::Start, 5),
            node(GraphNodeKind::Loop, 7),
            node(GraphNodeKind::Error, 10),
        ],
        edges: vec![
            GraphEdge {
                from: 0,
                to: 1,
                texts: vec![text.into()],
                lines: Some((5, 6)),
            },
            GraphEdge {
                from: 1,
                to: 2,
                texts: Vec::new(),
                lines: None,
            },
        ],
        detail: GraphDetail::Branches,
        omitted: 0,
    }
}

#[test]
fn the_drawing_shows_places_with_what_holds_there() {
    let mut report = with_invariants();
    report.graph = Some(drawing("[i < limit]"));
    let page = shown(&report);
    assert_has(
        &page,
        &[
            ">loop at line 7</text>",
            ">i &lt;= limit</text>",
            ">not reached, line 10</text>",
            ">[i &lt; limit]</text>",
        ],
    );
    assert_eq!(
        page.matches("class=\"edge\"").count(),
        3,
        "one way has a box"
    );
}

#[test]
fn searches_are_drawn_over_time() {
    let page = shown(&with_invariants());
    assert_has(
        &page,
        &[
            "aria-label=\"Lemmas over time\"",
            "<code>ic3-cfa</code> over int",
        ],
    );
    assert!(
        !page.contains("<code>bmc</code> over bv"),
        "it has no frames"
    );
}

#[test]
fn a_long_file_is_folded_where_nothing_happens() {
    let mut long = Sources::default();
    let text: Vec<String> = (1..=1000).map(|line| format!("int x{line};")).collect();
    long.add("count.c", &text.join("\n"));
    let page = page(&with_invariants(), &long);
    assert_has(
        &page,
        &["<summary>lines 18 to 1000</summary>", "id=\"f0l999\""],
    );
    assert!(!page.contains("lines 1 to"), "what is near stays open");
}

#[test]
fn an_empty_report_is_a_page_too() {
    let report = Report {
        verdict: Conclusion::Unknown,
        ..Report::default()
    };
    let page = page(&report, &Sources::default());
    assert_has(
        &page,
        &[
            "Neither proved nor violated",
            "The source could not be read",
        ],
    );
}
