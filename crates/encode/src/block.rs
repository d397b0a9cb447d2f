//! Blocks: what a program can do between two cut points.
//!
//! For cut points `l` and `m` with a loop-free path between them, the block `T(l, m)` is
//!
//! ```text
//! guard(X, I)  and  x' = update_x(X, I) for changed x  and  y' = y for all others
//! ```
//!
//! where `X` are the variables' symbols and `I` one input symbol per havoc edge. The blocks out
//! of `l` exclude one another, because the automaton is deterministic once `I` is given. A path
//! that ends the program (halt, exit, a failing assumption) is in no block.

use crate::region::Region;
use crate::state::StateMap;
use crate::{Arithmetic, EncodeError};
use invar_cfa::{
    CheckId, CutPoints, EdgeId, LocId, LocationKind, Operation, Program, UnsupportedId, VarId,
};
use invar_term::{Sort, Substitution, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Name of a block in its [`BlockGraph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

/// A value that a block reads from the environment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Input {
    /// The havoc edge that reads it; on a loop-free path it is taken at most once.
    pub edge: EdgeId,
    /// The variable that takes it first.
    pub variable: VarId,
    /// The symbol that represents it inside the block.
    pub symbol: TermId,
}

/// Everything that can happen between two cut points.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where it starts.
    pub from: LocId,
    /// Where it ends.
    pub to: LocId,
    /// When it can be taken, over the state at `from` and the inputs.
    pub guard: TermId,
    /// New values of the variables that change, ordered by variable; none at a target.
    pub updates: Vec<(VarId, TermId)>,
    /// Inputs that occur in the guard or an update, ordered by edge.
    pub inputs: Vec<Input>,
    /// Variables that occur in the guard or an update, in order.
    pub reads: Vec<VarId>,
}

/// What a cut point is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// The entry, if it is not the head of a loop, and cut points that were asked for.
    Entry,
    /// The head of a loop; may be the entry too.
    Head,
    /// A violation of the property.
    Error(CheckId),
    /// Something that is not modelled.
    Unsupported(UnsupportedId),
}

impl NodeKind {
    /// Whether it must be unreachable for the program to be safe.
    pub fn is_target(self) -> bool {
        matches!(self, NodeKind::Error(_) | NodeKind::Unsupported(_))
    }
}

/// A cut point with the blocks around it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The location.
    pub location: LocId,
    /// What it is.
    pub kind: NodeKind,
    /// Blocks that start here.
    pub outgoing: Vec<BlockId>,
    /// Blocks that end here.
    pub incoming: Vec<BlockId>,
    /// Inputs of the outgoing blocks, ordered by edge.
    pub inputs: Vec<Input>,
    /// Variables that the outgoing blocks read, in order.
    pub reads: Vec<VarId>,
    /// Whether blocks lead from here to a target.
    pub can_reach_target: bool,
}

/// The cut points of a program and the blocks between them.
#[derive(Clone, Debug)]
pub struct BlockGraph {
    /// The store of all terms.
    pub terms: Arc<TermStore>,
    /// The arithmetic of all terms.
    pub arithmetic: Arithmetic,
    /// Where execution starts, with every variable zero.
    pub entry: LocId,
    nodes: Vec<Node>,
    blocks: Vec<Block>,
    node_at: FxHashMap<LocId, usize>,
    variables: Variables,
}

/// Symbols and zeros of the variables.
#[derive(Clone, Debug)]
pub(crate) struct Variables {
    of_symbol: FxHashMap<SymbolId, VarId>,
    symbols: Vec<TermId>,
    zeros: Vec<TermId>,
    /// The inputs, by their symbols.
    inputs: FxHashMap<SymbolId, Input>,
}

impl Variables {
    fn of(program: &Program) -> Result<Variables, EncodeError> {
        let terms = &program.terms;
        let mut variables = Variables {
            of_symbol: FxHashMap::default(),
            symbols: Vec::new(),
            zeros: Vec::new(),
            inputs: FxHashMap::default(),
        };
        for variable in program.variable_ids() {
            let symbol = program.symbol(variable);
            let name = terms
                .as_symbol(symbol)
                .expect("a variable's symbol is a symbol");
            variables.of_symbol.insert(name, variable);
            let zero = Value::zero(program.sort(variable)).ok_or(EncodeError::Zero(variable))?;
            variables.symbols.push(symbol);
            variables.zeros.push(terms.constant(&zero));
        }
        let cfa = program.entry_cfa();
        for edge in cfa.edge_ids() {
            if let Operation::Havoc { target, .. } = cfa.edge(edge).operation {
                let symbol = input_symbol(terms, edge, program.sort(target));
                let name = terms
                    .as_symbol(symbol)
                    .expect("an input symbol is a symbol");
                variables.inputs.insert(
                    name,
                    Input {
                        edge,
                        variable: target,
                        symbol,
                    },
                );
            }
        }
        Ok(variables)
    }

    /// A term over the variables' symbols, in a state; absent variables stay symbols.
    pub(crate) fn apply(&self, terms: &TermStore, term: TermId, values: &StateMap) -> TermId {
        let pairs: Vec<(TermId, TermId)> = terms
            .symbols_of(&[term])
            .into_iter()
            .filter_map(|symbol| {
                let value = values.get(*self.of_symbol.get(&symbol)?)?;
                Some((terms.symbol_term(symbol), value))
            })
            .collect();
        if pairs.is_empty() {
            return term;
        }
        Substitution::new(terms, pairs).apply(terms, term)
    }

    /// A block with the symbols it depends on.
    pub(crate) fn block(
        &self,
        terms: &TermStore,
        from: LocId,
        to: LocId,
        guard: TermId,
        updates: Vec<(VarId, TermId)>,
    ) -> Block {
        let roots: Vec<TermId> = std::iter::once(guard)
            .chain(updates.iter().map(|(_, term)| *term))
            .collect();
        let mut inputs = Vec::new();
        let mut reads = Vec::new();
        for symbol in terms.symbols_of(&roots) {
            match self.of_symbol.get(&symbol) {
                Some(variable) => reads.push(*variable),
                None => inputs.push(self.inputs[&symbol]),
            }
        }
        inputs.sort_unstable();
        reads.sort_unstable();
        Block {
            from,
            to,
            guard,
            updates,
            inputs,
            reads,
        }
    }
}

/// The input symbol of a havoc edge. The width is part of the name because several programs, with
/// their own edges, share one store.
pub(crate) fn input_symbol(terms: &TermStore, edge: EdgeId, sort: &Sort) -> TermId {
    terms.symbol(&format!("in!{}:{}", edge.0, sort_name(sort)), sort)
}

fn sort_name(sort: &Sort) -> String {
    match sort {
        Sort::BitVec(width) => width.to_string(),
        Sort::Bool => String::from("bool"),
        Sort::Int => String::from("int"),
        Sort::Real => String::from("real"),
        Sort::Float {
            exponent,
            significand,
        } => format!("float{exponent}.{significand}"),
        Sort::Array(pair) => format!("{}to{}", sort_name(&pair.0), sort_name(&pair.1)),
    }
}

impl BlockGraph {
    /// The blocks of an inlined program, translated to the arithmetic before: only its entry
    /// function is used.
    ///
    /// # Errors
    /// If the program was not translated, or is not what the automata promise.
    pub fn of(program: &Program, arithmetic: Arithmetic) -> Result<BlockGraph, EncodeError> {
        BlockGraph::cut_at(program, arithmetic, &[])
    }

    /// The blocks of a program with additional cut points.
    ///
    /// # Errors
    /// As [`BlockGraph::of`].
    pub fn cut_at(
        program: &Program,
        arithmetic: Arithmetic,
        further: &[LocId],
    ) -> Result<BlockGraph, EncodeError> {
        let has_bits = |v: VarId| program.sort(v).width().is_some();
        if arithmetic != Arithmetic::Bv && program.variable_ids().any(has_bits) {
            return Err(EncodeError::Arithmetic(arithmetic));
        }
        let cfa = program.entry_cfa();
        let cuts = CutPoints::with(cfa, further);
        let mut graph = BlockGraph {
            terms: Arc::clone(&program.terms),
            arithmetic,
            entry: cfa.entry,
            nodes: Vec::new(),
            blocks: Vec::new(),
            node_at: FxHashMap::default(),
            variables: Variables::of(program)?,
        };
        for location in &cuts.points {
            graph.add_node(*location, kind_of(program, &cuts, *location));
        }
        for location in &cuts.points {
            if !Program::is_target(cfa, *location) {
                let region = Region::new(program, &cuts, &graph.variables);
                region
                    .sweep(*location)?
                    .into_iter()
                    .for_each(|block| graph.add_block(block));
            }
        }
        for node in &mut graph.nodes {
            node.inputs.sort_unstable();
            node.inputs.dedup();
            node.reads.sort_unstable();
            node.reads.dedup();
        }
        graph.mark_relevant();
        Ok(graph)
    }

    fn add_node(&mut self, location: LocId, kind: NodeKind) {
        self.node_at.insert(location, self.nodes.len());
        self.nodes.push(Node {
            location,
            kind,
            outgoing: Vec::new(),
            incoming: Vec::new(),
            inputs: Vec::new(),
            reads: Vec::new(),
            can_reach_target: kind.is_target(),
        });
    }

    fn add_block(&mut self, block: Block) {
        let id = BlockId(self.blocks.len() as u32);
        let from = &mut self.nodes[self.node_at[&block.from]];
        from.outgoing.push(id);
        from.inputs.extend(&block.inputs);
        from.reads.extend(&block.reads);
        self.nodes[self.node_at[&block.to]].incoming.push(id);
        self.blocks.push(block);
    }

    /// Marks the nodes from which a target can be reached along blocks.
    fn mark_relevant(&mut self) {
        let mut work: Vec<LocId> = self.targets().collect();
        while let Some(location) = work.pop() {
            for block in self.node(location).incoming.clone() {
                let from = self.block(block).from;
                let node = &mut self.nodes[self.node_at[&from]];
                if !node.can_reach_target {
                    node.can_reach_target = true;
                    work.push(from);
                }
            }
        }
    }

    /// Every cut point: the entry first, then by location.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The cut point at a location.
    ///
    /// # Panics
    /// If the location is not a cut point.
    pub fn node(&self, location: LocId) -> &Node {
        &self.nodes[self.node_at[&location]]
    }

    /// Whether a location is a cut point.
    pub fn is_cut(&self, location: LocId) -> bool {
        self.node_at.contains_key(&location)
    }

    /// Every block, ordered by where they start.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// The loop heads, in order.
    pub fn heads(&self) -> impl Iterator<Item = LocId> {
        self.nodes
            .iter()
            .filter(|n| n.kind == NodeKind::Head)
            .map(|n| n.location)
    }

    /// The targets, in order.
    pub fn targets(&self) -> impl Iterator<Item = LocId> {
        self.nodes
            .iter()
            .filter(|n| n.kind.is_target())
            .map(|n| n.location)
    }

    /// Number of variables of the program.
    pub fn variable_count(&self) -> usize {
        self.variables.symbols.len()
    }

    /// The symbol of a variable.
    pub fn symbol(&self, variable: VarId) -> TermId {
        self.variables.symbols[variable.0 as usize]
    }

    /// The variable that a symbol represents, if it does.
    pub fn variable(&self, symbol: SymbolId) -> Option<VarId> {
        self.variables.of_symbol.get(&symbol).copied()
    }

    /// The value with which a variable starts.
    pub fn zero(&self, variable: VarId) -> TermId {
        self.variables.zeros[variable.0 as usize]
    }
}

fn kind_of(program: &Program, cuts: &CutPoints, location: LocId) -> NodeKind {
    match program.entry_cfa().location(location).kind {
        LocationKind::Error(check) => NodeKind::Error(check),
        LocationKind::Unsupported(construct) => NodeKind::Unsupported(construct),
        _ if cuts.is_loop_head(location) => NodeKind::Head,
        _ => NodeKind::Entry,
    }
}
