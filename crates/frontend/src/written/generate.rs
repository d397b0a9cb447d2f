//! Functions in C that say what a contract says: one that checks the function, and some that stand for its calls.

use super::find::{
    Clause, ClauseKind, FunctionContract, LoopContract, LoopForm, Parameter, Stated, StatedKind,
};
use super::names::{CALL, CHECK, ENTER};
use super::tokens::{Position, Tokens};
use super::translate::{Numbers, Refusal, Role, Translator};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// Statements, each with the clause that it comes from.
struct Statements {
    text: String,
}

impl Statements {
    fn new() -> Statements {
        Statements {
            text: String::new(),
        }
    }

    fn add(&mut self, position: &Position, statement: &str) {
        let _ = write!(self.text, "{}{statement}", placed(position));
    }
}

/// What makes the text that follows lie at a position.
pub(super) fn placed(position: &Position) -> String {
    let blanks = " ".repeat(position.column - 1);
    format!("\n# {} \"{}\"\n{blanks}", position.line, position.file)
}

/// A part of a clause that says what may be written.
enum Target {
    /// A number of bytes at a pointer.
    Bytes(String, String),
    /// The object that a pointer points into.
    Object(String),
}

struct Assigned {
    condition: Option<String>,
    target: Target,
    position: Position,
}

/// The functions for a contract, to be put after its declaration.
pub(super) fn functions(
    tokens: &Tokens,
    numbers: &mut Numbers,
    contract: &FunctionContract,
    calls: usize,
) -> String {
    let generator = Generator { tokens, contract };
    let mut text = match generator.check(numbers) {
        Ok(text) => text,
        Err((refusal, position)) => generator.refused(&refusal, &position),
    };
    for number in 0..calls {
        text += &match generator.call(numbers, number) {
            Ok(text) => text,
            Err((refusal, position)) => generator.refused_call(&refusal, &position, number),
        };
    }
    text
}

/// The declaration of a parameter that is given values.
fn assignable(parameter: &Parameter) -> String {
    let constant = format!("const {}", parameter.name);
    match parameter.text.strip_suffix(&constant) {
        Some(before) if before.trim_end().ends_with('*') => format!("{before}{}", parameter.name),
        _ => parameter.text.clone(),
    }
}

/// Says that a contract is not read, and why.
fn unread(refusal: &str) -> String {
    let text = refusal.replace(['"', '\\'], "'");
    format!("__invar_unread(\"contract with {text}\");")
}

struct Generator<'t> {
    tokens: &'t Tokens,
    contract: &'t FunctionContract,
}

type Generated<T> = Result<T, (Refusal, Position)>;

impl<'t> Generator<'t> {
    fn translator<'n>(&self, numbers: &'n mut Numbers) -> Translator<'n>
    where
        't: 'n,
    {
        let parameters = self.contract.parameters.iter();
        let parameters = parameters.map(|p| (p.name.clone(), p.text.clone()));
        Translator::new(self.tokens, numbers, parameters.collect())
    }

    fn position(&self, clause: &Clause) -> Position {
        self.tokens.position(self.tokens.start(clause.name))
    }

    fn clauses(&self, kind: ClauseKind) -> impl Iterator<Item = &'t Clause> {
        let clauses = self.contract.clauses.iter();
        clauses.filter(move |clause| clause.kind == kind)
    }

    fn parameters(&self) -> String {
        self.parameters_but(&BTreeSet::new())
    }

    /// The parameters but for some, which are variables.
    fn parameters_but(&self, left_out: &BTreeSet<String>) -> String {
        let parameters = self.contract.parameters.iter();
        let texts: Vec<String> = parameters
            .filter(|parameter| !left_out.contains(&parameter.name))
            .map(assignable)
            .collect();
        if texts.is_empty() {
            "void".to_owned()
        } else {
            texts.join(", ")
        }
    }

    /// The declarations of parameters as variables: a pointer from outside would be one more object that they may lead to.
    fn variables(&self, names: &BTreeSet<String>) -> String {
        let parameters = self.contract.parameters.iter();
        let chosen = parameters.filter(|parameter| names.contains(&parameter.name));
        let texts = chosen.map(|parameter| {
            let text = assignable(parameter);
            match text.split_once('[') {
                Some((before, _)) => {
                    let before = before.trim_end();
                    let ty = before.strip_suffix(&*parameter.name).unwrap_or(before);
                    format!("{ty}*{}; ", parameter.name)
                }
                None => format!("{text}; "),
            }
        });
        texts.collect()
    }

    fn arguments(&self) -> String {
        let names: Vec<&str> = (self.contract.parameters.iter())
            .map(|parameter| &*parameter.name)
            .collect();
        names.join(", ")
    }

    fn is_void(&self) -> bool {
        self.contract.result == "void"
    }

    /// Whether a contract says nothing about what happens in a call.
    fn only_requires(&self) -> bool {
        self.contract
            .clauses
            .iter()
            .all(|clause| clause.kind == ClauseKind::Requires)
    }

    /// The function that checks a contract which is not read. It names the function that the contract belongs to.
    fn refused(&self, refusal: &str, position: &Position) -> String {
        format!(
            "{}static void {CHECK}{name}({}) {{ (void){name}; {} }}",
            placed(position),
            self.parameters(),
            unread(refusal),
            name = self.contract.name,
        )
    }

    /// The function that replaces a call of one whose contract is not read.
    fn refused_call(&self, refusal: &str, position: &Position, number: usize) -> String {
        let result = if self.is_void() {
            String::new()
        } else {
            let result = &self.contract.result;
            format!("{result} __CPROVER_return_value; return __CPROVER_return_value;")
        };
        format!(
            "{}static {} {CALL}{name}_{number}({}) {{ __invar_contract_of(\"{name}\"); {} {result} }}",
            placed(position),
            self.contract.result,
            self.parameters(),
            unread(refusal),
            name = self.contract.name,
        )
    }

    fn translated(
        &self,
        translator: &mut Translator<'_>,
        clause: &Clause,
        role: Role,
    ) -> Generated<String> {
        let condition = translator.condition(clause.inside.clone(), role);
        match condition {
            // A proof may do without.
            Err(_) if translator.may_leave_out(role) => Ok("1".to_owned()),
            condition => condition.map_err(|refusal| (refusal, self.position(clause))),
        }
    }

    fn check(&self, numbers: &mut Numbers) -> Generated<String> {
        self.refuse_frees()?;
        let mut translator = self.translator(numbers);
        let mut before = Statements::new();
        for clause in self.ordered_requirements() {
            let condition = self.translated(&mut translator, clause, Role::Entered)?;
            let statement = format!("__invar_precondition({condition});");
            before.add(&self.position(clause), &statement);
        }
        let mut after = Statements::new();
        for clause in self.clauses(ClauseKind::Ensures) {
            let condition = self.translated(&mut translator, clause, Role::Returned)?;
            let statement = format!("__invar_assert({condition});");
            after.add(&self.position(clause), &statement);
        }
        let mut frame = Statements::new();
        for assigned in self.assigned(&mut translator)? {
            let statement = match &assigned.target {
                Target::Bytes(pointer, size) => {
                    format!("__invar_assigns({pointer}, (unsigned long)({size}));")
                }
                Target::Object(pointer) => format!("__invar_assigns_object({pointer});"),
            };
            frame.add(&assigned.position, &assigned.guarded(&statement));
        }
        let call = format!("{}({})", self.contract.name, self.arguments());
        let call = if self.is_void() {
            format!("{call};")
        } else {
            format!("{} __CPROVER_return_value = {call};", self.contract.result)
        };
        let (declarations, saved) = (
            translator.declarations.join(" "),
            translator.saved.join(" "),
        );
        let first = self.first_position();
        let variables = self.variables(&translator.fresh);
        Ok(format!(
            "{here}static void {CHECK}{name}({parameters}) {{ {variables}{declarations}{before}{here}{saved}{frame}{here}__invar_frame(); {call}{after}{here}}}",
            here = placed(&first),
            name = self.contract.name,
            parameters = self.parameters_but(&translator.fresh),
            before = before.text,
            frame = frame.text,
            after = after.text,
        ))
    }

    fn call(&self, numbers: &mut Numbers, number: usize) -> Generated<String> {
        self.refuse_frees()?;
        let mut translator = self.translator(numbers);
        let mut before = Statements::new();
        for clause in self.clauses(ClauseKind::Requires) {
            let condition = self.translated(&mut translator, clause, Role::Called)?;
            before.add(
                &self.position(clause),
                &format!("__invar_assert({condition});"),
            );
        }
        let first = self.first_position();
        for (index, (p, n)) in translator.apart.iter().enumerate() {
            let others = translator.apart[index + 1..].iter();
            for (q, m) in others.chain(&translator.accessible) {
                let apart = format!("__invar_assert(__invar_apart({p}, {n}, {q}, {m}));");
                before.add(&first, &apart);
            }
            before.add(&first, &format!("__invar_own({p});"));
        }
        // The check of the called function takes pointers for those of a caller: to no variable that it knows by name, and
        // of different types to different objects.
        for (index, (p, n)) in translator.accessible.iter().enumerate() {
            before.add(&first, &format!("__invar_own({p});"));
            for (q, m) in &translator.accessible[index + 1..] {
                let same =
                    format!("__builtin_types_compatible_p(__typeof__({p}), __typeof__({q}))");
                let gap = "__invar_unread(\"pointers of different types to one object\")";
                let line = format!("if (!{same} && !__invar_apart({p}, {n}, {q}, {m})) {gap};");
                before.add(&first, &line);
            }
        }
        let mut after = Statements::new();
        for clause in self.clauses(ClauseKind::Ensures) {
            let condition = self.translated(&mut translator, clause, Role::CallReturned)?;
            after.add(
                &self.position(clause),
                &format!("__invar_promised({condition});"),
            );
        }
        let (mut places, mut changes) = (Statements::new(), Statements::new());
        for (index, assigned) in self.assigned(&mut translator)?.into_iter().enumerate() {
            let (place, change) = assigned.changed(index);
            places.add(&assigned.position, &place);
            changes.add(&assigned.position, &change);
        }
        let (declarations, saved) = (
            translator.declarations.join(" "),
            translator.saved.join(" "),
        );
        let (result, end) = if self.is_void() {
            (String::new(), String::new())
        } else {
            (
                format!(
                    "{} __CPROVER_return_value; __invar_no_pointer(__CPROVER_return_value);",
                    self.contract.result
                ),
                "return __CPROVER_return_value;".to_owned(),
            )
        };
        let head = |prefix: &str| {
            format!(
                "{}static {} {prefix}{}_{number}({}) {{ {declarations}",
                placed(&first),
                self.contract.result,
                self.contract.name,
                self.parameters(),
            )
        };
        let here = placed(&first);
        let mut text = format!(
            "{head}__invar_contract_of(\"{name}\");{before}{here}{saved}{places}{changes}{here}{result}{after}{here}{end}}}",
            head = head(CALL),
            name = self.contract.name,
            before = before.text,
            places = places.text,
            changes = changes.text,
            after = after.text,
        );
        if self.only_requires() {
            let returned = if self.is_void() { "" } else { "return " };
            let _ = write!(
                text,
                "{head}{before}{here}{returned}{name}({arguments});}}",
                head = head(ENTER),
                before = before.text,
                name = self.contract.name,
                arguments = self.arguments(),
            );
        }
        Ok(text)
    }

    fn refuse_frees(&self) -> Generated<()> {
        match self
            .clauses(ClauseKind::Frees)
            .find(|clause| !clause.inside.is_empty())
        {
            Some(clause) => Err(("`__CPROVER_frees`".into(), self.position(clause))),
            None => Ok(()),
        }
    }

    fn first_position(&self) -> Position {
        match self.contract.clauses.first() {
            Some(clause) => self.position(clause),
            None => self.tokens.position(0),
        }
    }

    /// The requirements; those that make objects before others that mention their pointers.
    fn ordered_requirements(&self) -> Vec<&'t Clause> {
        let mut waiting: Vec<&Clause> = self.clauses(ClauseKind::Requires).collect();
        let mut ordered = Vec::new();
        while !waiting.is_empty() {
            let made: Vec<Vec<&str>> = waiting.iter().map(|clause| self.made(clause)).collect();
            let is_ready = |index: usize| {
                let mut others = made.iter().enumerate().filter(|(other, _)| *other != index);
                !others.any(|(_, names)| {
                    let mut inside = waiting[index].inside.clone();
                    inside.any(|at| names.contains(&self.tokens.word(at)))
                })
            };
            let next = (0..waiting.len())
                .find(|index| is_ready(*index))
                .unwrap_or(0);
            ordered.push(waiting.remove(next));
        }
        ordered
    }

    /// The pointers that a clause gives an object.
    fn made(&self, clause: &Clause) -> Vec<&'t str> {
        let inside = clause.inside.clone();
        let fresh = inside.filter(|at| self.tokens.is(*at, "__CPROVER_is_fresh"));
        fresh.map(|at| self.tokens.word(at + 2)).collect()
    }

    fn assigned(&self, translator: &mut Translator<'_>) -> Generated<Vec<Assigned>> {
        let mut list = Vec::new();
        for clause in self.clauses(ClauseKind::Assigns) {
            let position = self.position(clause);
            for group in self.tokens.split(clause.inside.clone(), &[";"]) {
                let found = self.group(translator, group, &position);
                list.extend(found.map_err(|refusal| (refusal, position.clone()))?);
            }
        }
        Ok(list)
    }

    fn group(
        &self,
        translator: &mut Translator<'_>,
        group: Range<usize>,
        position: &Position,
    ) -> Result<Vec<Assigned>, Refusal> {
        if group.is_empty() {
            return Ok(Vec::new());
        }
        let (condition, targets) = match self.tokens.split(group, &[":"]).as_slice() {
            [targets] => (None, targets.clone()),
            [condition, targets] => {
                let condition = translator.condition(condition.clone(), Role::Called)?;
                (Some(condition), targets.clone())
            }
            _ => return Err("several conditions in `__CPROVER_assigns`".into()),
        };
        let mut list = Vec::new();
        for range in self.tokens.split(targets, &[","]) {
            list.push(Assigned {
                condition: condition.clone(),
                target: self.target(translator, range)?,
                position: position.clone(),
            });
        }
        Ok(list)
    }

    fn target(
        &self,
        translator: &mut Translator<'_>,
        range: Range<usize>,
    ) -> Result<Target, Refusal> {
        let inside = range.start + 2..range.end.saturating_sub(1);
        let parts = self.tokens.split(inside, &[","]);
        match (self.tokens.word(range.start), parts.as_slice()) {
            ("__CPROVER_object_whole", [pointer]) => Ok(Target::Object(
                translator.plain(pointer.clone(), Role::Called)?,
            )),
            ("__CPROVER_object_upto", [pointer, size]) => Ok(Target::Bytes(
                format!("({})", translator.plain(pointer.clone(), Role::Called)?),
                translator.plain(size.clone(), Role::Called)?,
            )),
            _ => {
                let place = translator.plain(range, Role::Called)?;
                Ok(Target::Bytes(
                    format!("&({place})"),
                    format!("sizeof({place})"),
                ))
            }
        }
    }
}

impl Assigned {
    fn guarded(&self, statement: &str) -> String {
        match &self.condition {
            Some(condition) => format!("if ({condition}) {{ {statement} }}"),
            None => statement.to_owned(),
        }
    }

    /// Where a call writes, looked up before it writes anything; and the change itself.
    fn changed(&self, index: usize) -> (String, String) {
        let (pointer, size) = match &self.target {
            Target::Bytes(pointer, size) => (pointer, size.as_str()),
            Target::Object(pointer) => (pointer, "0"),
        };
        let condition = self.condition.as_deref().unwrap_or("1");
        let place = format!(
            "__typeof__(&*({pointer})) __invar_a{index} = ({pointer}); unsigned long __invar_s{index} = ({size}); int __invar_c{index} = !!({condition});"
        );
        let change = match &self.target {
            Target::Bytes(..) => format!("__invar_any(__invar_a{index}, __invar_s{index});"),
            Target::Object(_) => format!("__invar_any_object(__invar_a{index});"),
        };
        (place, format!("if (__invar_c{index}) {{ {change} }}"))
    }
}

/// An assertion or assumption in a body as an expression of C.
pub(super) fn stated(tokens: &Tokens, numbers: &mut Numbers, stated: &Stated) -> String {
    let reading = numbers.reading;
    let mut translator = Translator::new(tokens, numbers, Vec::new());
    let (role, word) = match stated.kind {
        StatedKind::Asserted => (Role::Called, "__invar_assert"),
        StatedKind::Assumed => (Role::Stated, "__CPROVER_assume"),
    };
    let condition = translator.condition(stated.condition.clone(), role);
    match condition {
        Ok(condition) => {
            let declarations = translator.declarations.join(" ");
            format!("({{ {declarations} {word}({condition}); }})")
        }
        // A proof may do without.
        Err(_) if reading.is_for_proofs() && stated.kind == StatedKind::Assumed => {
            "((void)0)".to_owned()
        }
        Err(refusal) => {
            let text = refusal.replace(['"', '\\'], "'");
            format!("__invar_unread(\"condition with {text}\")")
        }
    }
}

/// What is put into the text of a loop.
pub(super) struct LoopText {
    /// Before the loop.
    pub(super) before: String,
    /// Before the condition.
    pub(super) head: String,
}

/// A loop of which one round is looked at, from any state that its invariants admit. They are checked when the loop is entered,
/// and after the round.
fn cut(tokens: &Tokens, numbers: &mut Numbers, contract: &LoopContract) -> LoopText {
    let number = numbers.next();
    let mut translator = Translator::new(tokens, numbers, Vec::new());
    let (mut checks, mut kept) = (String::new(), String::new());
    let invariants = contract.clauses.iter();
    for clause in invariants.filter(|clause| clause.kind == ClauseKind::Invariant) {
        let at = placed(&tokens.position(tokens.start(clause.name)));
        let check = translator.condition(clause.inside.clone(), Role::LoopHead);
        let assumed = translator.condition(clause.inside.clone(), Role::LoopGoesOn);
        // Without either of both it says nothing.
        if let (Ok(check), Ok(assumed)) = (check, assumed) {
            let _ = write!(checks, "{at}__invar_assert({check}), ");
            let _ = write!(kept, "{at}__invar_holds({assumed}), ");
        }
    }
    let visited = format!("__invar_visited{number}");
    let mut head = format!(
        "{checks}({{ if ({visited}) __invar_loop_done(); __invar_loop_forget({number}); {visited} = 1; }}), {kept}"
    );
    if let LoopForm::For { condition } = contract.form
        && condition.0 == condition.1
    {
        head += "1";
    }
    LoopText {
        before: format!(
            "{} {} int {visited} = 0; __invar_loop_begin({number});",
            translator.declarations.join(" "),
            translator.saved.join(" ")
        ),
        head,
    }
}

/// The invariants of a loop as checks at its head.
pub(super) fn invariants(
    tokens: &Tokens,
    numbers: &mut Numbers,
    contract: &LoopContract,
) -> LoopText {
    if numbers.reading.is_for_proofs() {
        return cut(tokens, numbers, contract);
    }
    let mut translator = Translator::new(tokens, numbers, Vec::new());
    let mut head = String::new();
    for clause in &contract.clauses {
        if clause.kind != ClauseKind::Invariant {
            continue;
        }
        let position = tokens.position(tokens.start(clause.name));
        let check = match translator.condition(clause.inside.clone(), Role::LoopHead) {
            Ok(condition) => format!("__invar_assert({condition}), "),
            Err(refusal) => {
                let text = refusal.replace(['"', '\\'], "'");
                format!("__invar_unread(\"loop invariant with {text}\"), ")
            }
        };
        let _ = write!(head, "{}{check}", placed(&position));
    }
    if let LoopForm::For { condition } = contract.form
        && condition.0 == condition.1
        && !head.is_empty()
    {
        head += "1";
    }
    LoopText {
        before: format!(
            "{} {}",
            translator.declarations.join(" "),
            translator.saved.join(" ")
        ),
        head,
    }
}
