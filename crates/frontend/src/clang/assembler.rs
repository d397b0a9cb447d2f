//! Inline assembler. The dump has the operands, outputs before inputs; the template, the
//! constraints and the clobbers are read from the text.

use super::convert::Converter;
use super::node::Node;
use super::scan::{Scan, without_comments};
use super::sizes::has_effect;
use super::typed::cast;
use crate::ast::{AssignOp, CastKind, Expr, ExprKind, Statement, StatementKind, Type};

/// An `asm` statement as written.
#[derive(Debug, PartialEq, Eq)]
struct Text {
    template: String,
    /// Constraints.
    outputs: Vec<String>,
    inputs: Vec<String>,
    clobbers_memory: bool,
}

impl Converter {
    /// An `asm` statement; refused where its operands are not known for sure, or where it jumps.
    pub(super) fn assembler(&mut self, node: &Node) -> StatementKind {
        let written = node
            .extent()
            .and_then(|extent| extent.written(&mut self.files));
        let text = written.and_then(|text| read(&text));
        let Some(text) = text else {
            return StatementKind::Unsupported("inline assembler".to_owned());
        };
        if text.outputs.len() + text.inputs.len() != node.inner.len() {
            return StatementKind::Unsupported("inline assembler".to_owned());
        }
        let mut operands: Vec<Expr> = node
            .inner
            .iter()
            .map(|operand| self.expression(operand))
            .collect();
        let inputs = operands.split_off(text.outputs.len());
        let outputs = operands;
        if text.template.trim().is_empty()
            && let Some(nothing) = self.without_instructions(&text, &outputs, &inputs)
        {
            return nothing;
        }
        if outputs
            .iter()
            .any(|output| matches!(output.ty, Type::Float(_)))
        {
            // What such instructions compute is known too well for just any value.
            return StatementKind::Unsupported("inline assembler that computes floats".to_owned());
        }
        StatementKind::Assembler {
            outputs,
            inputs,
            clobbers_memory: text.clobbers_memory,
            template: text.template.into(),
        }
    }

    /// Without instructions nothing changes but what shares a register: an output that is also
    /// read keeps its value, one that is tied to an input takes that. Operands are evaluated all the
    /// same, and that may be undefined.
    fn without_instructions(
        &self,
        text: &Text,
        outputs: &[Expr],
        inputs: &[Expr],
    ) -> Option<StatementKind> {
        if text.outputs.iter().all(|output| output.starts_with('+')) {
            if outputs.iter().any(has_effect) {
                return None;
            }
            let evaluated = outputs.iter().chain(inputs).map(|operand| Statement {
                kind: StatementKind::Expression(operand.clone()),
                span: operand.span,
            });
            return Some(StatementKind::Compound(evaluated.collect()));
        }
        let ([output], [input], [constraint]) = (outputs, inputs, text.inputs.as_slice()) else {
            return None;
        };
        if constraint != "0" {
            return None;
        }
        let (from, to) = (&input.ty, &output.ty);
        let width = |ty: &Type| self.integer_kind(ty).map(|kind| kind.width);
        let value = match (from, to) {
            (from, to) if from == to => input.clone(),
            // The low part of a register.
            (Type::Int(_), Type::Int(_)) if width(from)? > width(to)? => {
                cast(CastKind::WrittenIntegralCast, input.clone(), to.clone())
            }
            _ if width(from)? != width(to)? => return None,
            (Type::Pointer(_), Type::Pointer(_)) => {
                cast(CastKind::BitCast, input.clone(), to.clone())
            }
            (Type::Int(_), Type::Int(_)) => cast(CastKind::IntegralCast, input.clone(), to.clone()),
            (Type::Int(_), Type::Pointer(_)) => {
                cast(CastKind::IntegralToPointer, input.clone(), to.clone())
            }
            (Type::Pointer(_), Type::Int(_)) => {
                cast(CastKind::PointerToIntegral, input.clone(), to.clone())
            }
            _ => return None,
        };
        let kind = ExprKind::Assign {
            op: AssignOp::Plain,
            target: Box::new(output.clone()),
            value: Box::new(value),
        };
        Some(StatementKind::Expression(Expr {
            kind,
            ty: to.clone(),
            span: output.span,
        }))
    }
}

/// Reads `asm qualifiers ("template" : outputs : inputs : clobbers)`; `None` if it jumps or is
/// written in another way.
fn read(text: &str) -> Option<Text> {
    let text = without_comments(text);
    let mut scan = Scan::new(&text);
    if !matches!(scan.word(), "asm" | "__asm__" | "__asm") {
        return None;
    }
    loop {
        match scan.word() {
            "" => break,
            "volatile" | "__volatile__" | "__volatile" | "inline" | "__inline__" | "__inline" => {}
            _ => return None,
        }
    }
    let mut scan = Scan::new(scan.parenthesised()?);
    let template = scan.string()?;
    let mut operands = [Vec::new(), Vec::new()];
    for list in &mut operands {
        if scan.eat(":") {
            *list = constraints(&mut scan)?;
        }
    }
    let mut clobbers_memory = false;
    if scan.eat(":") {
        while let Some(clobber) = scan.string() {
            clobbers_memory |= clobber == "memory";
            scan.eat(",");
        }
    }
    let [outputs, inputs] = operands;
    scan.rest().is_empty().then_some(Text {
        template,
        outputs,
        inputs,
        clobbers_memory,
    })
}

/// `[name] "constraint" (expression), ...`: the constraints.
fn constraints(scan: &mut Scan<'_>) -> Option<Vec<String>> {
    let mut list = Vec::new();
    while scan.rest().starts_with(['[', '"']) {
        if scan.eat("[") {
            scan.word();
            if !scan.eat("]") {
                return None;
            }
        }
        list.push(scan.string()?);
        scan.parenthesised()?;
        if !scan.eat(",") {
            break;
        }
    }
    Some(list)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn operands_and_clobbers_are_found() {
        let text = read("__asm__ volatile (\"bt %1\\n\" \"x\": \"=r\" (a), [q] \"+m\" (*p): \"r\"(f(1, ')')) : \"cc\", \"memory\")")
            .expect("an asm statement");
        assert_eq!(text.outputs, ["=r", "+m"]);
        assert_eq!(text.inputs, ["r"]);
        assert!(text.clobbers_memory);
        let barrier = read("asm volatile(\"\" ::: \"memory\")").expect("an asm statement");
        assert!(barrier.template.is_empty() && barrier.clobbers_memory);
        let basic = read("asm(\"nop\")").expect("an asm statement");
        assert!(basic.outputs.is_empty() && !basic.clobbers_memory);
    }

    #[test]
    fn what_jumps_or_is_made_by_macros_is_refused() {
        for text in [
            "asm goto (\"jmp %l0\" : : : : out)",
            "asm volatile (\"x\" : : : : out)",
            "asm (TEMPLATE : \"=r\"(x))",
            "asm (\"x\" : OUTPUT)",
            "BARRIER()",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
