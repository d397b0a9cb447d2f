//! results.csv of a comparison.

use crate::results::{Comparison, Label, Outcome};

/// One row per task, three columns per engine.
pub fn results(comparison: &Comparison) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = comparison.engines.iter().flat_map(|engine| {
        ["verdict", "seconds", "peak_mb"].map(|column| format!("{engine} {column}"))
    });
    let header = ["path", "property", "expected"]
        .map(str::to_owned)
        .into_iter()
        .chain(columns);
    writer
        .write_record(header)
        .map_err(|error| error.to_string())?;
    for task in &comparison.tasks {
        let expected = match task.label {
            Label::True => "true",
            Label::False => "false",
        };
        let name = [
            task.name.path.clone(),
            task.name.property.clone(),
            expected.to_owned(),
        ];
        let answers = task.answers.iter().flat_map(|answer| {
            let verdict = match answer.outcome {
                Outcome::Wrong => format!("{} (wrong)", answer.verdict),
                Outcome::Uncertified => format!("{} (uncertified)", answer.verdict),
                Outcome::Error => "error".to_owned(),
                Outcome::Solved | Outcome::Unknown => answer.verdict.clone(),
            };
            [
                verdict,
                format!("{:.3}", answer.seconds),
                answer.peak_mb.to_string(),
            ]
        });
        writer
            .write_record(name.into_iter().chain(answers))
            .map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::results;
    use crate::results::tests::sample;

    #[test]
    fn the_table_has_a_row_per_task() {
        let text = results(&sample()).expect("it can be written");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "path,property,expected,first verdict,first seconds,first peak_mb,second verdict,second seconds,second peak_mb"
        );
        assert_eq!(
            lines[1],
            "a/1.c,unreach-call,true,safe,0.500,100,safe,5.000,10"
        );
        assert_eq!(
            lines[4],
            "b/4.c,unreach-call,false,error,0.100,0,unsafe,10.000,20"
        );
        assert_eq!(
            lines[6],
            "b/6.c,unreach-call,false,unsafe (uncertified),1.000,50,safe (wrong),1.000,60"
        );
    }
}
