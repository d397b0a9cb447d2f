//! Layers: cycles broken, boxes below everything that leads to them, long edges bent.

use super::{Chain, Direction, Layered, Size};

/// The layered form of a graph.
pub(super) fn layered(sizes: &[Size], edges: &[(usize, usize)]) -> Layered {
    let directions = directions(sizes.len(), edges);
    let downward: Vec<(usize, usize)> = edges
        .iter()
        .zip(&directions)
        .map(|((from, to), direction)| match direction {
            Direction::Down => (*from, *to),
            Direction::Up => (*to, *from),
        })
        .collect();
    let depths = depths(sizes.len(), &downward);
    let mut graph = Layered {
        sizes: sizes.to_vec(),
        layers: vec![Vec::new(); depths.iter().max().map_or(0, |deepest| deepest + 1)],
        below: vec![Vec::new(); sizes.len()],
        above: vec![Vec::new(); sizes.len()],
        chains: Vec::new(),
    };
    for (vertex, depth) in depths.iter().enumerate() {
        graph.layers[*depth].push(vertex);
    }
    for ((upper, lower), direction) in downward.into_iter().zip(directions) {
        let mut vertices = vec![upper];
        for layer in depths[upper] + 1..depths[lower] {
            let bend = graph.sizes.len();
            graph.sizes.push(Size::default());
            graph.below.push(Vec::new());
            graph.above.push(Vec::new());
            graph.layers[layer].push(bend);
            vertices.push(bend);
        }
        vertices.push(lower);
        for pair in vertices.windows(2).filter(|pair| pair[0] != pair[1]) {
            graph.below[pair[0]].push(pair[1]);
            graph.above[pair[1]].push(pair[0]);
        }
        graph.chains.push(Chain {
            vertices,
            direction,
        });
    }
    graph
}

/// Edges to a vertex that is still being searched close a cycle.
fn directions(count: usize, edges: &[(usize, usize)]) -> Vec<Direction> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Done,
    }
    let mut outgoing = vec![Vec::new(); count];
    for (number, (from, _)) in edges.iter().enumerate() {
        outgoing[*from].push(number);
    }
    let mut visits = vec![Visit::New; count];
    let mut directions = vec![Direction::Down; edges.len()];
    for start in 0..count {
        if visits[start] != Visit::New {
            continue;
        }
        visits[start] = Visit::Open;
        let mut stack = vec![(start, 0)];
        while let Some((vertex, next)) = stack.last_mut() {
            let Some(edge) = outgoing[*vertex].get(*next) else {
                visits[*vertex] = Visit::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = edges[*edge].1;
            match visits[to] {
                Visit::New => {
                    visits[to] = Visit::Open;
                    stack.push((to, 0));
                }
                Visit::Open => directions[*edge] = Direction::Up,
                Visit::Done => {}
            }
        }
    }
    directions
}

/// The longest way to each vertex; without cycles but for edges from a vertex to itself.
fn depths(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut waiting = vec![0; count];
    let mut outgoing = vec![Vec::new(); count];
    for (from, to) in edges.iter().filter(|(from, to)| from != to) {
        outgoing[*from].push(*to);
        waiting[*to] += 1;
    }
    let mut depths = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|v| waiting[*v] == 0).collect();
    while let Some(vertex) = ready.pop() {
        for to in &outgoing[vertex] {
            depths[*to] = depths[*to].max(depths[vertex] + 1);
            waiting[*to] -= 1;
            if waiting[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    depths
}
