//! Horizontal positions: as near to the neighbours as the order allows.

use super::{BESIDE, Layered};

const ROUNDS: usize = 12;

/// The x of every vertex's centre; the drawing begins at 0.
pub(super) fn columns(graph: &Layered) -> Vec<f64> {
    let mut xs = vec![0.0; graph.sizes.len()];
    for layer in &graph.layers {
        place(graph, layer, &mut xs, |_, _| 0.0);
    }
    for round in 0..ROUNDS {
        let neighbours = if round % 2 == 0 {
            &graph.above
        } else {
            &graph.below
        };
        let pull = |vertex: usize, xs: &[f64]| {
            let near = &neighbours[vertex];
            match near.len() {
                0 => xs[vertex],
                count => near.iter().map(|n| xs[*n]).sum::<f64>() / count as f64,
            }
        };
        let order: Vec<&Vec<usize>> = match round % 2 {
            0 => graph.layers.iter().collect(),
            _ => graph.layers.iter().rev().collect(),
        };
        for layer in order {
            place(graph, layer, &mut xs, pull);
        }
    }
    let left = (0..xs.len()).map(|v| xs[v] - graph.sizes[v].width / 2.0);
    let left = left.fold(f64::INFINITY, f64::min);
    xs.iter().map(|x| x - left).collect()
}

/// Places a layer: minimises the sum of `(x - wanted)^2` where each vertex stays right of the one
/// before it. With the space up to each vertex subtracted that is isotonic regression, solved by
/// pooling neighbours that violate the order.
fn place(graph: &Layered, layer: &[usize], xs: &mut [f64], wanted: impl Fn(usize, &[f64]) -> f64) {
    let mut spaces = Vec::with_capacity(layer.len());
    let mut space = 0.0;
    for (number, vertex) in layer.iter().enumerate() {
        let width = graph.sizes[*vertex].width;
        if number > 0 {
            space += width / 2.0;
        }
        spaces.push(space);
        space += width / 2.0 + BESIDE;
    }
    // Pools: sum and number of their members' wishes.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (vertex, space) in layer.iter().zip(&spaces) {
        pools.push((wanted(*vertex, xs) - space, 1));
        while let [.., before, last] = pools[..]
            && before.0 / before.1 as f64 > last.0 / last.1 as f64
        {
            pools.pop();
            pools.pop();
            pools.push((before.0 + last.0, before.1 + last.1));
        }
    }
    let values = pools
        .iter()
        .flat_map(|(sum, count)| std::iter::repeat_n(sum / *count as f64, *count));
    for ((vertex, space), value) in layer.iter().zip(&spaces).zip(values) {
        xs[*vertex] = value + space;
    }
}
