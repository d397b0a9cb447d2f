//! The order of boxes in their layers: few crossings of edges.

use super::Layered;

/// Rounds of sweeping down and up; more seldom help.
const ROUNDS: usize = 8;

/// Sorts every layer by the barycentre of its neighbours, down and up in turn, and keeps the best
/// order that was seen.
pub(super) fn reduce_crossings(graph: &mut Layered) {
    let mut best = (crossings(graph), graph.layers.clone());
    for _ in 0..ROUNDS {
        for layer in 1..graph.layers.len() {
            sort(graph, layer, layer - 1);
        }
        for layer in (0..graph.layers.len().saturating_sub(1)).rev() {
            sort(graph, layer, layer + 1);
        }
        exchange(graph);
        let now = crossings(graph);
        if now < best.0 {
            best = (now, graph.layers.clone());
        }
    }
    graph.layers = best.1;
}

fn positions(graph: &Layered, layer: usize) -> Vec<Option<usize>> {
    let mut positions = vec![None; graph.sizes.len()];
    for (position, vertex) in graph.layers[layer].iter().enumerate() {
        positions[*vertex] = Some(position);
    }
    positions
}

/// Sorts a layer by the positions of its neighbours in the one beside it.
fn sort(graph: &mut Layered, layer: usize, beside: usize) {
    let positions = positions(graph, beside);
    let neighbours = if beside < layer {
        &graph.above
    } else {
        &graph.below
    };
    let centre = |own: usize, vertex: usize| {
        let found: Vec<f64> = neighbours[vertex]
            .iter()
            .filter_map(|n| positions[*n])
            .map(|p| p as f64)
            .collect();
        // A vertex without a neighbour there stays where it is.
        match found.len() {
            0 => own as f64,
            count => found.iter().sum::<f64>() / count as f64,
        }
    };
    let layer = &mut graph.layers[layer];
    let mut keyed: Vec<(f64, usize)> = layer
        .iter()
        .enumerate()
        .map(|(own, vertex)| (centre(own, *vertex), *vertex))
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    *layer = keyed.into_iter().map(|(_, vertex)| vertex).collect();
}

/// Exchanges neighbours in a layer where that leaves fewer crossings.
fn exchange(graph: &mut Layered) {
    for layer in 0..graph.layers.len() {
        let upper = layer.checked_sub(1).map(|l| positions(graph, l));
        let lower = (layer + 1 < graph.layers.len()).then(|| positions(graph, layer + 1));
        for left in 1..graph.layers[layer].len() {
            let (a, b) = (graph.layers[layer][left - 1], graph.layers[layer][left]);
            let gained = |ends: &Option<Vec<Option<usize>>>, near: &[Vec<usize>]| {
                let Some(ends) = ends else { return 0 };
                let place = |v: usize| near[v].iter().filter_map(|n| ends[*n]);
                let crossed = |p: usize, q: usize| {
                    let pairs = place(p).flat_map(|x| place(q).map(move |y| (x, y)));
                    pairs.filter(|(x, y)| x > y).count() as i64
                };
                crossed(a, b) - crossed(b, a)
            };
            if gained(&upper, &graph.above) + gained(&lower, &graph.below) > 0 {
                graph.layers[layer].swap(left - 1, left);
            }
        }
    }
}

/// Pairs of edges between neighbouring layers that cross.
fn crossings(graph: &Layered) -> usize {
    let mut count = 0;
    for layer in 1..graph.layers.len() {
        let upper = positions(graph, layer - 1);
        let mut seen: Vec<usize> = Vec::new();
        for vertex in &graph.layers[layer] {
            let mut here: Vec<usize> = graph.above[*vertex]
                .iter()
                .filter_map(|n| upper[*n])
                .collect();
            here.sort_unstable();
            for end in &here {
                count += seen.iter().filter(|other| *other > end).count();
            }
            seen.extend(here);
        }
    }
    count
}
