//! Objects of a run that have no name of their own: those made while it ran, and memory from outside.

use invar_cfa::{Objects, Pointee, PointeeMember, Program, Span, VarId};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Objects from outside that get a name.
const MAX_ROOTS: usize = 64;
/// Elements from a pointer on that are taken for elements of an array.
const MAX_ELEMENTS: u64 = 1 << 16;

/// What is known about the objects of one run.
#[derive(Clone, Debug, Default)]
pub struct RunObjects {
    /// Objects made at run time, by position from one.
    made: BTreeMap<u32, Made>,
    /// The numbers that variables for arguments hold.
    arguments: BTreeMap<VarId, u64>,
    roots: Vec<Root>,
}

/// An object made at run time.
#[derive(Clone, Debug)]
struct Made {
    line: Option<u32>,
    /// The variable that it is.
    variable: Option<Arc<str>>,
}

/// An object from outside: what a named pointer leads to.
#[derive(Clone, Debug)]
struct Root {
    base: u64,
    /// The pointer in C.
    name: String,
    pointee: usize,
}

/// A scalar of memory from outside, as it was at the start.
#[derive(Clone, Copy, Debug)]
pub struct OutsideCell {
    /// The variable that holds the memory.
    pub variable: VarId,
    /// Where it lies.
    pub address: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Its value.
    pub value: u64,
}

impl RunObjects {
    /// The objects that a run made, by position from one with the place where that happened, and those that its arguments
    /// lead to.
    pub fn of(
        program: &Program,
        made: impl IntoIterator<Item = (u32, Option<Span>)>,
        argument: impl Fn(VarId) -> Option<u64>,
        cells: &[OutsideCell],
    ) -> RunObjects {
        let made = made.into_iter().map(|(position, span)| {
            let variable = span.and_then(|span| program.notes.made.get(&span).cloned());
            let line = span.map(|span| span.line);
            (position, Made { line, variable })
        });
        let arguments = program.objects.arguments.iter();
        let arguments = arguments.filter_map(|a| Some((a.variable, argument(a.variable)?)));
        let arguments: BTreeMap<VarId, u64> = arguments.collect();
        RunObjects {
            made: made.collect(),
            roots: roots(&program.objects, &arguments, cells),
            arguments,
        }
    }

    /// What a variable for an argument holds when the function is called.
    pub(super) fn argument(&self, variable: VarId) -> Option<u64> {
        self.arguments.get(&variable).copied()
    }

    /// `heap object of line 12`, or the second of several.
    pub(super) fn made(&self, position: u32) -> String {
        let Some(made) = self.made.get(&position) else {
            return format!("heap object {position}");
        };
        let kind = made.variable.as_deref().unwrap_or("heap object");
        let Some(line) = made.line else {
            return format!("{kind} {position}");
        };
        let alike = |other: &Made| other.line == made.line && other.variable == made.variable;
        let all = self.made.values().filter(|other| alike(other)).count();
        let before = self.made.range(..position);
        let before = before.filter(|(_, other)| alike(other)).count();
        match all {
            1 => format!("{kind} of line {line}"),
            _ => format!("{kind} {} of line {line}", before + 1),
        }
    }

    /// A scalar of memory from outside in C: `r->head`, `p[2]`.
    pub(super) fn outside_scalar<'p>(
        &self,
        program: &'p Program,
        address: u64,
        bytes: u64,
    ) -> Option<(String, &'p PointeeMember)> {
        self.outside(program, address, |member| member.bytes == bytes)
    }

    /// An address of memory from outside in C: `r`, `&r->head`, `r + 20 bytes`.
    pub(super) fn outside_address(&self, program: &Program, address: u64) -> Option<String> {
        if let Some(root) = self.roots.iter().find(|root| root.base == address) {
            return Some(root.name.clone());
        }
        let named = self.outside(program, address, |_| true);
        named.map(|(name, _)| format!("&{name}")).or_else(|| {
            let below = self.roots.iter().filter(|root| root.base < address);
            let root = below.max_by_key(|root| root.base)?;
            let distance = address - root.base;
            (distance < MAX_ELEMENTS).then(|| format!("{} + {distance} bytes", root.name))
        })
    }

    fn outside<'p>(
        &self,
        program: &'p Program,
        address: u64,
        fits: impl Fn(&PointeeMember) -> bool,
    ) -> Option<(String, &'p PointeeMember)> {
        let named = |root: &Root| {
            let pointee = program.objects.pointees.get(root.pointee)?;
            let distance = address.checked_sub(root.base)?;
            Some((distance, scalar_at(&root.name, pointee, distance, &fits)?))
        };
        let all = self.roots.iter().filter_map(named);
        // The first of the nearest.
        let nearest = all.min_by_key(|(distance, _)| *distance);
        nearest.map(|(_, scalar)| scalar)
    }
}

/// Objects that arguments lead to, and objects that these lead to.
fn roots(objects: &Objects, arguments: &BTreeMap<VarId, u64>, cells: &[OutsideCell]) -> Vec<Root> {
    let mut found: Vec<Root> = Vec::new();
    let mut pending: VecDeque<Root> = objects
        .arguments
        .iter()
        .filter_map(|entry| {
            Some(Root {
                base: *arguments.get(&entry.variable)?,
                name: entry.name.to_string(),
                pointee: entry.pointee?,
            })
        })
        .collect();
    while let Some(root) = pending.pop_front() {
        let known = |r: &Root| r.base == root.base && r.pointee == root.pointee;
        if root.base == 0 || found.len() == MAX_ROOTS || found.iter().any(known) {
            continue;
        }
        if let Some(pointee) = objects.pointees.get(root.pointee) {
            for cell in cells {
                let Some(distance) = cell.address.checked_sub(root.base) else {
                    continue;
                };
                let is_pointer = |m: &PointeeMember| m.pointee.is_some() && m.bytes == cell.bytes;
                if let Some((name, member)) = scalar_at(&root.name, pointee, distance, is_pointer)
                    && let Some(pointee) = member.pointee
                {
                    pending.push_back(Root {
                        base: cell.value,
                        name,
                        pointee,
                    });
                }
            }
        }
        found.push(root);
    }
    found
}

/// The scalar at a distance from where a pointer leads, with its name in C.
fn scalar_at<'p>(
    pointer: &str,
    pointee: &'p Pointee,
    distance: u64,
    fits: impl Fn(&PointeeMember) -> bool,
) -> Option<(String, &'p PointeeMember)> {
    let index = distance.checked_div(pointee.size)?;
    let rest = distance % pointee.size;
    let inside = |member: &&PointeeMember| {
        let bytes = member.bytes * member.length.unwrap_or(1);
        let range = member.offset..member.offset + bytes;
        range.contains(&rest) && (rest - member.offset).is_multiple_of(member.bytes) && fits(member)
    };
    let member = pointee.members.iter().find(inside)?;
    let pointer = if pointer.starts_with('*') {
        format!("({pointer})")
    } else {
        pointer.to_owned()
    };
    let mut name = match (index, member.path.strip_prefix('.')) {
        (MAX_ELEMENTS.., _) => return None,
        (0, Some(path)) => format!("{pointer}->{path}"),
        (0, None) if member.path.is_empty() && member.bytes > 1 => format!("*{pointer}"),
        _ => format!("{pointer}[{index}]{}", member.path),
    };
    if member.length.is_some() {
        name.push_str(&format!("[{}]", (rest - member.offset) / member.bytes));
    }
    Some((name, member))
}

#[cfg(test)]
mod tests {
    use super::{OutsideCell, RunObjects};
    use invar_cfa::{
        DataModel, EntryArgument, Pointee, PointeeMember, Program, Property, SourceMap, Span,
        TextNotes, VarId,
    };
    use invar_term::TermStore;
    use std::sync::Arc;

    fn member(
        offset: u64,
        path: &str,
        bytes: u64,
        length: Option<u64>,
        pointee: Option<usize>,
    ) -> PointeeMember {
        PointeeMember {
            offset,
            path: path.into(),
            bytes,
            integer: None,
            enumeration: None,
            length,
            pointee,
        }
    }

    /// `void f(struct ring *r, int *p, char *s)`.
    fn program() -> Program {
        let terms = Arc::new(TermStore::new());
        let mut program = Program::new(terms, DataModel::Lp64, Property::DEFAULT);
        program.objects.pointees = vec![
            Pointee {
                size: 24,
                members: vec![
                    member(0, ".head", 4, None, None),
                    member(4, ".data", 1, Some(8), None),
                    member(16, ".next", 8, None, Some(0)),
                ],
            },
            Pointee {
                size: 4,
                members: vec![member(0, "", 4, None, None)],
            },
            Pointee {
                size: 1,
                members: vec![member(0, "", 1, None, None)],
            },
        ];
        for (number, name) in [(0, "r"), (1, "p"), (2, "s")] {
            program.objects.arguments.push(EntryArgument {
                variable: VarId(number),
                name: name.into(),
                pointee: Some(number as usize),
            });
        }
        program
    }

    #[test]
    fn memory_from_outside_is_named_by_the_pointers_that_lead_there() {
        let program = program();
        let next = OutsideCell {
            variable: VarId(9),
            address: 0x1010,
            bytes: 8,
            value: 0x5000,
        };
        let addresses = [0x1000, 0x2000, 0x3000];
        let argument = |variable: VarId| addresses.get(variable.0 as usize).copied();
        let objects = RunObjects::of(&program, [], argument, &[next]);
        let scalar = |address, bytes| {
            let named = objects.outside_scalar(&program, address, bytes);
            named.map(|(name, _)| name)
        };
        for (address, bytes, name) in [
            (0x1000, 4, "r->head"),
            (0x1007, 1, "r->data[3]"),
            (0x1010, 8, "r->next"),
            (0x5000, 4, "r->next->head"),
            (0x1018, 4, "r[1].head"),
            (0x2000, 4, "*p"),
            (0x2008, 4, "p[2]"),
            (0x3000, 1, "s[0]"),
        ] {
            assert_eq!(scalar(address, bytes).as_deref(), Some(name));
        }
        assert_eq!(scalar(0x1002, 4), None, "between two members");
        let address = |at| objects.outside_address(&program, at);
        assert_eq!(address(0x5000).as_deref(), Some("r->next"));
        assert_eq!(address(0x1004).as_deref(), Some("&r->data[0]"));
        assert_eq!(address(0x100d).as_deref(), Some("r + 13 bytes"));
        assert_eq!(address(0x10), None);
    }

    #[test]
    fn objects_made_at_run_time_are_named_by_their_line() {
        let mut program = program();
        let mut sources = SourceMap::default();
        let file = sources.add("a.c");
        let at = |line| Span {
            file,
            line,
            column: 1,
        };
        let mut notes = TextNotes::default();
        notes.made.insert(at(3), "buf".into());
        program.notes = Arc::new(notes);
        let made = [(1, Some(at(12))), (2, Some(at(3))), (3, None)];
        let objects = RunObjects::of(&program, made, |_| None, &[]);
        assert_eq!(objects.made(1), "heap object of line 12");
        assert_eq!(objects.made(2), "buf of line 3");
        assert_eq!(objects.made(3), "heap object 3");
        let twice = [(1, Some(at(12))), (2, Some(at(12)))];
        let objects = RunObjects::of(&program, twice, |_| None, &[]);
        assert_eq!(objects.made(2), "heap object 2 of line 12");
    }
}
