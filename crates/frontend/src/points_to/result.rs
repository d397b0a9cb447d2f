//! The result of the analysis, and how it is asked.

use super::fold::Folding;
use super::generate::{Carry, Generator, Start, variable};
use super::graph::Raw;
use super::model::{Cell, Content, ExprKey, Kind, Node, NodeId, Object, Part, PartId};
use super::solve::Solution;
use crate::ast::{Expr, FunId, Unit, VariableId};
use invar_cfa::DataModel;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The result of the analysis.
pub struct PointsTo<'u> {
    pub(super) unit: &'u Unit,
    functions: Vec<FunId>,
    recursive: Vec<bool>,
    calls: BTreeSet<(FunId, FunId)>,
    in_memory: Vec<bool>,
    starts_zero: Vec<bool>,
    variables: Vec<Cell>,
    places: FxHashMap<ExprKey, Cell>,
    pointees: FxHashMap<ExprKey, Cell>,
    literals: FxHashMap<ExprKey, Cell>,
    zero_literals: FxHashSet<ExprKey>,
    targets: FxHashMap<ExprKey, Vec<FunId>>,
    pub(super) nodes: Vec<Node>,
    foldings: Vec<Folding>,
    makers: FxHashMap<ExprKey, &'u Expr>,
    same: FxHashMap<ExprKey, ExprKey>,
    part_count: u32,
    follows_integers: bool,
    stepped: FxHashSet<Cell>,
    plain_casts: BTreeSet<ExprKey>,
    mixed: BTreeSet<ExprKey>,
    looks_at_numbers: bool,
    has_unchecked: bool,
}

/// An array inside of a node, around a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The first offset.
    pub low: i64,
    /// The first offset after it; `None` if its end is open.
    pub high: Option<i64>,
    /// Bytes of an element.
    pub stride: u64,
}

impl<'u> PointsTo<'u> {
    /// Analyses what `main` reaches. Walks the tree recursively: call it on a large stack.
    pub fn analyse(unit: &'u Unit, model: DataModel, main: FunId) -> PointsTo<'u> {
        PointsTo::started(unit, model, |generator| generator.start(main))
    }

    /// Analyses what a function reaches that is called from outside, in any state.
    pub fn analyse_entry(unit: &'u Unit, model: DataModel, entry: FunId) -> PointsTo<'u> {
        PointsTo::started(unit, model, |generator| generator.start_anywhere(entry))
    }

    fn started(
        unit: &'u Unit,
        model: DataModel,
        start: impl Fn(&mut Generator<'u>),
    ) -> PointsTo<'u> {
        let mut generator = Generator::new(unit, model, Carry::Pointers);
        start(&mut generator);
        if let Some(solution) = generator.solve() {
            return PointsTo::collect(generator, solution);
        }
        let mut generator = Generator::new(unit, model, Carry::Integers);
        start(&mut generator);
        let solution = generator.solve();
        let solution = solution.expect("with integers followed, there is no reason to stop");
        PointsTo::collect(generator, solution)
    }

    /// Whether a variable's object is accessed through memory.
    pub fn in_memory(&self, variable: VariableId) -> bool {
        self.in_memory[variable.0 as usize]
    }

    /// Where a variable's object starts.
    pub fn variable(&self, variable: VariableId) -> Cell {
        self.variables[variable.0 as usize]
    }

    /// The object that an lvalue designates; of a value of struct type, a place that holds it.
    pub fn place(&self, lvalue: &Expr) -> Option<Cell> {
        self.places.get(&ExprKey::of(lvalue)).copied()
    }

    /// What the value of an expression points to; `None` for null pointers and what is not reached.
    pub fn pointee(&self, pointer: &Expr) -> Option<Cell> {
        self.pointees.get(&ExprKey::of(pointer)).copied()
    }

    /// The object of a string literal or a compound literal.
    pub fn literal(&self, expr: &Expr) -> Option<Cell> {
        self.literals.get(&ExprKey::of(expr)).copied()
    }

    /// Whether the object of a literal starts as zero.
    pub fn literal_starts_zero(&self, expr: &Expr) -> bool {
        self.zero_literals.contains(&ExprKey::of(expr))
    }

    /// Another offset in the same node.
    pub fn moved(&self, cell: Cell, bytes: i64) -> Cell {
        let folding = &self.foldings[cell.node.0 as usize];
        Cell {
            node: cell.node,
            offset: folding.fold(cell.offset.wrapping_add(bytes)),
        }
    }

    /// The part that holds the byte at a cell; `None` if no code accesses it.
    pub fn part(&self, cell: Cell) -> Option<&Part> {
        let parts = &self.node(cell.node).parts;
        let after = parts.partition_point(|part| part.offset <= cell.offset);
        let part = &parts[after.checked_sub(1)?];
        (cell.offset < part.end()).then_some(part)
    }

    /// A node.
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// Number of nodes; their names are the numbers below.
    pub fn node_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The nodes, in order.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    /// The key of a literal's object: equal strings share one.
    pub fn literal_key(&self, literal: &Expr) -> ExprKey {
        let key = ExprKey::of(literal);
        self.same.get(&key).copied().unwrap_or(key)
    }

    /// Whether several literals with this text are one object.
    pub fn is_repeated(&self, literal: ExprKey) -> bool {
        self.same.values().any(|first| *first == literal)
    }

    /// The literal or allocating call that a key names.
    pub fn expression(&self, key: ExprKey) -> Option<&'u Expr> {
        self.makers.get(&key).copied()
    }

    /// Number of literals and allocating calls.
    pub fn literals(&self) -> usize {
        self.makers.len()
    }

    /// Number of parts; their names are the numbers below.
    pub fn part_count(&self) -> u32 {
        self.part_count
    }

    /// Whether integers may hold addresses that become pointers again.
    pub fn follows_integers(&self) -> bool {
        self.follows_integers
    }

    /// Whether the addresses of a node's objects are looked at as numbers.
    pub fn has_number(&self, node: NodeId) -> bool {
        self.follows_integers || self.node(node).numbered
    }

    /// Whether a cast makes a pointer of a number that no address went into.
    pub fn is_plain_cast(&self, cast: &Expr) -> bool {
        self.plain_casts.contains(&ExprKey::of(cast))
    }

    /// Whether a sum or difference of integers has several addresses in it.
    pub fn mixes_addresses(&self, expr: &Expr) -> bool {
        self.mixed.contains(&ExprKey::of(expr))
    }

    /// Whether the address of any object is looked at as a number.
    pub fn looks_at_numbers(&self) -> bool {
        self.looks_at_numbers
    }

    /// Whether some node is unchecked.
    pub fn has_unchecked(&self) -> bool {
        self.has_unchecked
    }

    /// Whether pointers to a cell move by computed distances.
    pub fn is_stepped(&self, cell: Cell) -> bool {
        self.stepped.contains(&cell)
    }

    /// The arrays around a cell, outermost first, each in the coordinates of an element of the one
    /// before.
    pub fn levels(&self, cell: Cell) -> Vec<Level> {
        let mut found = Vec::new();
        self.foldings[cell.node.0 as usize].levels(cell.offset, |array, _| {
            found.push(Level {
                low: array.low,
                high: (array.high != i64::MAX).then_some(array.high),
                stride: array.stride,
            });
        });
        found
    }

    /// The functions that a call may reach, in order, by its callee.
    pub fn targets(&self, callee: &Expr) -> Vec<FunId> {
        self.targets
            .get(&ExprKey::of(callee))
            .cloned()
            .unwrap_or_default()
    }

    /// The functions that a call may reach where memory holds anything: all whose address is taken, unless the analysis
    /// of pointers holds without looking at the objects of pointers at run time.
    pub fn all_targets(&self, callee: &Expr) -> Vec<FunId> {
        if !self.has_unchecked && !self.follows_integers {
            return self.targets(callee);
        }
        let objects = self.nodes.iter().flat_map(|node| &node.objects);
        let functions = objects.filter_map(|(object, _)| match object {
            Object::Function(function) => Some(*function),
            _ => None,
        });
        let functions: BTreeSet<FunId> = functions.chain(self.targets(callee)).collect();
        functions.into_iter().collect()
    }

    /// The functions with a body that `main` may reach, in order.
    pub fn functions(&self) -> &[FunId] {
        &self.functions
    }

    /// Whether a function may be active more than once at a time.
    pub fn recursive(&self, function: FunId) -> bool {
        self.recursive[function.0 as usize]
    }

    /// Whether a function may call another one, directly or through others.
    pub fn may_call(&self, caller: FunId, callee: FunId) -> bool {
        super::calls::may_call(&self.calls, caller, callee)
    }

    /// Whether a variable's object starts as zero.
    pub fn starts_zero(&self, variable: VariableId) -> bool {
        self.starts_zero[variable.0 as usize]
    }

    fn collect(mut generator: Generator<'u>, mut solution: Solution) -> PointsTo<'u> {
        let unit = generator.unit;
        generator.spread_outside();
        let findings = super::check::check(&mut generator, &solution);
        let mut names = Names::default();
        let variables: Vec<Raw> = (0..unit.variables.len() as u32)
            .map(|id| variable(VariableId(id)))
            .collect();
        let variables = variables
            .into_iter()
            .map(|at| names.cell(&mut generator, &solution, at))
            .collect();
        // In the order in which the walk met them, so that names do not depend on addresses.
        let objects = std::mem::take(&mut generator.objects);
        let objects: Vec<(Object, Cell, i64, Start)> = objects
            .into_iter()
            .map(|(object, at, start)| {
                let cell = names.cell(&mut generator, &solution, at);
                (object, cell, generator.graph.find(at).offset, start)
            })
            .collect();
        let zero_literals = objects
            .iter()
            .filter_map(|(object, _, _, start)| match object {
                Object::Literal(key) if *start == Start::Zero => Some(*key),
                _ => None,
            })
            .collect();
        let maps = [
            std::mem::take(&mut generator.places),
            std::mem::take(&mut generator.pointees),
            std::mem::take(&mut generator.literals),
        ];
        let [places, pointees, literals] = maps.map(|map| -> FxHashMap<ExprKey, Cell> {
            let mut list: Vec<(ExprKey, Raw)> = map.into_iter().collect();
            list.sort_unstable_by_key(|(_, at)| *at);
            list.into_iter()
                .map(|(key, at)| (key, names.cell(&mut generator, &solution, at)))
                .collect()
        });
        let freed = std::mem::take(&mut generator.freed);
        let freed: Vec<Cell> = (freed.into_iter())
            .map(|at| names.cell(&mut generator, &solution, at))
            .collect();
        let written_outside = std::mem::take(&mut generator.written_outside);
        let written_outside: Vec<Cell> = (written_outside.into_iter())
            .map(|at| names.cell(&mut generator, &solution, at))
            .collect();
        let constants = std::mem::take(&mut generator.constant_addresses);
        let constants: Vec<Cell> = (constants.into_iter())
            .map(|at| names.cell(&mut generator, &solution, at))
            .collect();
        let targets = names.targets(&mut generator, &solution);
        let mut nodes = vec![Node::default(); names.roots.len()];
        for (node, root) in nodes.iter_mut().zip(&names.roots) {
            node.unchecked = findings.unchecked.contains(root);
            node.computed = findings.computed.contains(root);
            node.hidden = findings.hidden.contains(root);
            node.from_numbers = findings.from_numbers.contains(root);
            node.numbered = findings.numbered.contains(root);
        }
        let stepped = (findings.stepped.iter())
            .filter_map(|(root, offset)| {
                let node = *names.known.get(root)?;
                let offset = *offset;
                Some(Cell { node, offset })
            })
            .collect();
        for cell in freed {
            nodes[cell.node.0 as usize].freed = true;
        }
        for cell in written_outside {
            nodes[cell.node.0 as usize].written_outside = true;
        }
        let mut constants_in = vec![0usize; nodes.len()];
        for cell in constants {
            nodes[cell.node.0 as usize].constant_addresses = true;
            constants_in[cell.node.0 as usize] += 1;
        }
        let mut outside_in = vec![0usize; nodes.len()];
        for (node, targets) in nodes.iter_mut().zip(targets) {
            node.targets = targets;
        }
        for (object, cell, offset, start) in objects {
            outside_in[cell.node.0 as usize] += usize::from(object == Object::External);
            let node = &mut nodes[cell.node.0 as usize];
            node.objects.push((object, offset));
            node.starts_zero |= start == Start::Zero;
            node.starts_any |= start == Start::Any;
        }
        for (node, (outside, constants)) in
            nodes.iter_mut().zip(outside_in.iter().zip(&constants_in))
        {
            node.from_outside = outside > constants;
        }
        let ours = |(object, _): &(Object, i64)| *object != Object::External;
        let is_ours: Vec<bool> = (nodes.iter())
            .map(|node| node.unchecked || node.objects.iter().any(ours))
            .collect();
        let mut foldings = Vec::new();
        let mut part_count = 0;
        for (node, root) in nodes.iter_mut().zip(&names.roots) {
            let folding = solution.foldings.remove(root).unwrap_or_default();
            node.stride = (folding.stride != 0).then_some(folding.stride);
            node.starts_any |= node.objects.is_empty();
            let slots: Vec<(i64, Raw)> = (generator.graph.slots(*root).iter())
                .map(|(offset, slot)| (*offset, *slot))
                .collect();
            let mut pointer_bytes = BTreeSet::new();
            let mut object_bytes = BTreeSet::new();
            for (offset, slot) in slots {
                let target = generator.graph.find(slot).node;
                let name = names.known.get(&target);
                let word = i64::from(generator.model.pointer_bits() / 8);
                for byte in 0..word {
                    let byte = folding.fold(offset.wrapping_add(byte));
                    pointer_bytes.insert(byte);
                    if name.is_none_or(|name| is_ours[name.0 as usize]) {
                        object_bytes.insert(byte);
                    }
                }
            }
            for range in solution.ranges.remove(root).unwrap_or_default() {
                let inside = |bytes: &BTreeSet<i64>| -> Vec<i64> {
                    bytes.range(range.low..range.high).copied().collect()
                };
                node.parts.push(Part {
                    id: PartId(part_count),
                    pointer_bytes: inside(&pointer_bytes),
                    object_bytes: inside(&object_bytes),
                    offset: range.low,
                    size: range.high.abs_diff(range.low),
                    content: range.content,
                    folded: range.folded,
                });
                part_count += 1;
            }
            node.misalignable = misalignable(generator.model, node, &folding);
            foldings.push(folding);
        }
        let functions: Vec<FunId> = (0..unit.functions.len() as u32)
            .map(FunId)
            .filter(|id| generator.reached[id.0 as usize])
            .collect();
        let in_memory = (0..unit.variables.len())
            .map(|i| generator.taken[i] || generator.layouts.unsplittable(&unit.variables[i].ty))
            .collect();
        let starts_zero = (0..unit.variables.len() as u32)
            .map(|i| generator.starts_zero(VariableId(i)))
            .collect();
        let targets = std::mem::take(&mut generator.targets);
        let follows_integers = generator.carry == Carry::Integers;
        PointsTo {
            looks_at_numbers: follows_integers || nodes.iter().any(|node| node.numbered),
            has_unchecked: nodes.iter().any(|node| node.unchecked),
            unit,
            functions,
            recursive: super::calls::recursive(unit.functions.len(), &generator.edges),
            calls: std::mem::take(&mut generator.edges),
            in_memory,
            starts_zero,
            variables,
            places,
            pointees,
            literals,
            zero_literals,
            targets: targets
                .into_iter()
                .map(|(key, set)| (key, set.into_iter().collect()))
                .collect(),
            nodes,
            foldings,
            makers: std::mem::take(&mut generator.makers),
            same: std::mem::take(&mut generator.same),
            part_count,
            follows_integers,
            stepped,
            plain_casts: findings.plain_casts,
            mixed: findings.mixed,
        }
    }
}

/// Names of the nodes that can be asked for.
#[derive(Default)]
struct Names {
    known: FxHashMap<u32, NodeId>,
    roots: Vec<u32>,
}

impl Names {
    fn cell(&mut self, generator: &mut Generator, solution: &Solution, at: Raw) -> Cell {
        let at = generator.graph.find(at);
        let node = *self.known.entry(at.node).or_insert_with(|| {
            self.roots.push(at.node);
            NodeId(self.roots.len() as u32 - 1)
        });
        let folding = solution.foldings.get(&at.node);
        Cell {
            node,
            offset: folding.map_or(at.offset, |folding| folding.fold(at.offset)),
        }
    }
}

impl Names {
    /// The nodes that pointers in each node point to; gives names to those that have none.
    fn targets(&mut self, generator: &mut Generator, solution: &Solution) -> Vec<Vec<NodeId>> {
        let mut found = Vec::new();
        // Nodes that get a name on the way are looked at too.
        while let Some(root) = self.roots.get(found.len()).copied() {
            let slots: Vec<Raw> = generator.graph.slots(root).values().copied().collect();
            let targets: BTreeSet<NodeId> = (slots.into_iter())
                .map(|slot| self.cell(generator, solution, slot).node)
                .collect();
            found.push(targets.into_iter().collect());
        }
        found
    }
}

/// Whether a typed part can be met at an address that is no multiple of its alignment.
fn misalignable(model: DataModel, node: &Node, folding: &Folding) -> bool {
    // Strings begin anywhere.
    let is_outside =
        |(object, _): &(Object, i64)| matches!(object, Object::External | Object::Argument);
    if node.objects.is_empty() || node.objects.iter().any(is_outside) {
        return true;
    }
    let widest = match model {
        DataModel::Ilp32 => 4,
        DataModel::Lp64 => 8,
    };
    node.parts.iter().any(|part| {
        let align = match part.content {
            Content::Bytes => 1,
            Content::Scalar(Kind::Float(_)) if part.size == 16 => 16,
            Content::Scalar(_) => (part.size & part.size.wrapping_neg()).min(widest),
        };
        let mut odd = !folding.stride.is_multiple_of(align);
        folding.levels(part.offset, |array, _| {
            odd |= !array.stride.is_multiple_of(align)
        });
        let shifted = |(_, start): &(Object, i64)| part.offset.abs_diff(*start) % align != 0;
        odd || node.objects.iter().any(shifted)
    })
}
