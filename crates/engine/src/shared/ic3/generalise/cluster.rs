//! Lemmas that differ in constants only are instances of one that is not known yet.
//!
//! Cubes with literals `e_j <= c_j` whose constants lie on a line `c = p + t d` are all contained
//! in `exists t. and_j (e_j <= p_j + t d_j)`. Eliminating `t` gives, for each pair with
//! `d_i > 0 > d_j`,
//!
//! ```text
//! (e_i - p_i) / d_i <= (e_j - p_j) / d_j
//! ```
//!
//! and nothing for literals that are alone with their sign: those are dropped. The idea is that
//! of global guidance (Vediramana Krishnan et al. 2020); equations count as two inequalities.

use super::blocking::{Blocking, Tried};
use crate::shared::ic3::cube::Cube;
use crate::shared::ic3::stop::Stop;
use crate::shared::linear::{Constraint, LinearExpression, Relation};
use invar_term::{RBig, Sort, TermId, TermStore};

/// Lemmas of one shape before a cluster is tried.
const MEMBERS: usize = 2;

/// A cube without its constants: linear literals `e <= 0` with them apart, and the rest.
struct Shape {
    sums: Vec<(LinearExpression, Relation)>,
    constants: Vec<RBig>,
    others: Vec<TermId>,
}

impl Shape {
    fn of(terms: &TermStore, cube: &Cube) -> Shape {
        let mut linear: Vec<(LinearExpression, Relation, RBig)> = Vec::new();
        let mut others = Vec::new();
        for literal in cube.literals() {
            match Constraint::of(terms, *literal) {
                Some(constraint) => {
                    let mut sum = constraint.expression.clone();
                    let constant = std::mem::replace(&mut sum.constant, RBig::ZERO);
                    match constraint.relation {
                        Relation::Zero => {
                            linear.push((sum.negated(), Relation::AtMostZero, -constant.clone()));
                            linear.push((sum, Relation::AtMostZero, constant));
                        }
                        relation => linear.push((sum, relation, constant)),
                    }
                }
                None => others.push(*literal),
            }
        }
        linear.sort_by(|a, b| {
            let key = |sum: &LinearExpression| {
                sum.terms
                    .iter()
                    .map(|(t, c)| (*t, c.clone()))
                    .collect::<Vec<_>>()
            };
            (key(&a.0), a.1).cmp(&(key(&b.0), b.1))
        });
        let (mut sums, mut constants) = (Vec::new(), Vec::new());
        for (sum, relation, constant) in linear {
            sums.push((sum, relation));
            constants.push(constant);
        }
        Shape {
            sums,
            constants,
            others,
        }
    }

    fn matches(&self, other: &Shape) -> bool {
        self.sums == other.sums && self.others == other.others
    }
}

/// Replaces the cube by the hull of the lemmas of its shape, if that is blocked.
pub(super) fn cluster<'r, B: Blocking<'r>>(
    blocking: &mut B,
    at: B::At,
    cube: Cube,
) -> Result<Cube, Stop> {
    let setting = blocking.setting();
    let terms = &setting.system.terms;
    let shape = Shape::of(terms, &cube);
    if shape.sums.is_empty() {
        return Ok(cube);
    }
    let members: Vec<Vec<RBig>> = blocking
        .excluded(at)
        .iter()
        .map(|excluded| Shape::of(terms, excluded))
        .filter(|other| other.matches(&shape) && other.constants != shape.constants)
        .map(|other| other.constants)
        .collect();
    if members.len() < MEMBERS {
        return Ok(cube);
    }
    let Some(direction) = line(&shape.constants, &members) else {
        return Ok(cube);
    };
    let sort = shape.sums.iter().find_map(|(sum, _)| sum.sort(terms));
    let sort = sort.unwrap_or(Sort::Int);
    let literals = hull(terms, &shape, &direction, &sort);
    match Cube::new(terms, literals) {
        Some(candidate) if candidate != cube => {
            setting.context.counters.add("clusters tried", 1);
            match blocking.attempt(at, &candidate)? {
                Tried::Blocked(core) => Ok(core),
                Tried::Reached(..) | Tried::Unknown => Ok(cube),
            }
        }
        _ => Ok(cube),
    }
}

/// The direction of the line through a point and the last of `members`, if most of the others,
/// at least [`MEMBERS`], are on it.
fn line(point: &[RBig], members: &[Vec<RBig>]) -> Option<Vec<RBig>> {
    let last = members.last()?;
    let direction: Vec<RBig> = last.iter().zip(point).map(|(a, b)| a - b).collect();
    let varying = direction.iter().position(|d| *d != RBig::ZERO)?;
    let on_line = |member: &&Vec<RBig>| {
        let factor = (&member[varying] - &point[varying]) / &direction[varying];
        member
            .iter()
            .zip(point.iter().zip(&direction))
            .all(|(m, (p, d))| *m == p + &factor * d)
    };
    (members.iter().filter(on_line).count() >= MEMBERS).then_some(direction)
}

/// The literals of `exists t. and_j (e_j + c_j + t d_j <= 0)`.
fn hull(terms: &TermStore, shape: &Shape, direction: &[RBig], sort: &Sort) -> Vec<TermId> {
    let mut literals = shape.others.clone();
    let mut rising = Vec::new();
    let mut falling = Vec::new();
    for (index, (sum, relation)) in shape.sums.iter().enumerate() {
        let mut whole = sum.clone();
        whole.constant = shape.constants[index].clone();
        let d = &direction[index];
        if *d == RBig::ZERO {
            literals.push(Constraint::new(whole, *relation, sort).to_term(terms));
        } else if *d > RBig::ZERO {
            rising.push((whole.scaled(&(RBig::ONE / d)), *relation));
        } else {
            falling.push((whole.scaled(&(RBig::ONE / -d)), *relation));
        }
    }
    // e_i/d_i + t <= 0 and e_j/|d_j| - t <= 0.
    for (low, low_relation) in &rising {
        for (high, high_relation) in &falling {
            let relation = (*low_relation).max(*high_relation);
            let relation = if relation == Relation::Zero {
                Relation::AtMostZero
            } else {
                relation
            };
            literals.push(Constraint::new(low.plus(high), relation, sort).to_term(terms));
        }
    }
    literals
}

#[cfg(test)]
mod tests {
    use super::{Cube, Shape, hull, line};
    use invar_term::{Sort, TermStore};

    /// `x <= t and y >= 2t + 1` for t = 0, 1, 5 lies in `y >= 2x + 1`.
    #[test]
    fn cubes_along_a_line_have_a_hull() {
        let terms = TermStore::new();
        let [x, y] = ["x", "y"].map(|n| terms.symbol(n, &Sort::Int));
        let number = |n: i64| terms.constant(&invar_term::Value::Int(n.into()));
        let shape = |t: i64| {
            let literals = [terms.le(x, number(t)), terms.le(number(2 * t + 1), y)];
            Shape::of(&terms, &Cube::new(&terms, literals).expect("not false"))
        };
        let (first, second, third) = (shape(0), shape(1), shape(5));
        let members = [second.constants, third.constants];
        let direction = line(&first.constants, &members).expect("three points on a line");
        let literals = hull(&terms, &first, &direction, &Sort::Int);
        let found = Cube::new(&terms, literals).expect("not false");
        let wanted = terms.lt(terms.mul(number(2), x), y);
        assert_eq!(Some(found), Cube::new(&terms, [wanted]));
    }
}
