//! Writes the circuit of a BTOR2 model as binary AIGER: `blast <model.btor2> <circuit.aig>`.

use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(from), Some(to), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("usage: blast <model.btor2> <circuit.aig>".into());
    };
    let model = invar_circuit::btor2::read(&fs::read(from)?)?;
    let circuit = model.blast()?.circuit;
    fs::write(to, invar_circuit::aiger::write_binary(&circuit))?;
    println!(
        "{} inputs, {} latches, {} conjunctions, {} constraints, {} bad",
        circuit.inputs().len(),
        circuit.latches().len(),
        circuit.count_ands(),
        circuit.constraints.len(),
        circuit.bad.len()
    );
    Ok(())
}
