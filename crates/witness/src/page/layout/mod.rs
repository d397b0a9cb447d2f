//! Places for the boxes of a directed graph, from top to bottom.
//!
//! Sugiyama, Tagawa, Toda (1981): edges that close a cycle are turned round (`layers`), each box
//! gets a layer by the longest path to it, long edges get an invisible box in every layer they
//! pass, boxes of a layer are ordered by the barycentre of their neighbours (`order`), and x is
//! the least-squares fit to the neighbours' x under that order (`columns`). Boxes never overlap.

mod columns;
mod layers;
mod order;

/// Space between boxes of a layer, and between a box and a passing edge.
const BESIDE: f64 = 18.0;
/// Space between layers.
const BETWEEN: f64 = 26.0;

/// The size of a box.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Size {
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A point of the drawing.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Where everything goes.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Centres of the boxes.
    pub(super) centres: Vec<Point>,
    /// Points of the edges, from border to border in their own direction.
    pub(super) routes: Vec<Vec<Point>>,
    pub(super) size: Size,
}

/// Boxes and edges in layers; the first vertices are the boxes, the others are bends of edges.
#[derive(Debug, Default)]
struct Layered {
    sizes: Vec<Size>,
    /// Vertices of each layer, from left to right.
    layers: Vec<Vec<usize>>,
    /// From one layer to the next.
    below: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
    /// Vertices along each edge, from the upper to the lower one.
    chains: Vec<Chain>,
}

/// An edge in layers.
#[derive(Debug)]
struct Chain {
    vertices: Vec<usize>,
    direction: Direction,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    Down,
    /// It closes a cycle.
    Up,
}

/// Lays out boxes and edges between them; the first box is the start.
pub(super) fn layout(sizes: &[Size], edges: &[(usize, usize)]) -> Layout {
    let mut graph = layers::layered(sizes, edges);
    order::reduce_crossings(&mut graph);
    let xs = columns::columns(&graph);
    let heights: Vec<f64> = graph
        .layers
        .iter()
        .map(|layer| {
            layer
                .iter()
                .map(|v| graph.sizes[*v].height)
                .fold(0.0, f64::max)
        })
        .collect();
    let mut points = vec![Point::default(); graph.sizes.len()];
    let mut top = 0.0;
    for (layer, height) in graph.layers.iter().zip(&heights) {
        for vertex in layer {
            points[*vertex] = Point {
                x: xs[*vertex],
                y: top + height / 2.0,
            };
        }
        top += height + BETWEEN;
    }
    let width = (0..graph.sizes.len()).map(|v| xs[v] + graph.sizes[v].width / 2.0);
    Layout {
        routes: graph
            .chains
            .iter()
            .map(|c| route(&graph, &points, c))
            .collect(),
        size: Size {
            width: width.fold(0.0, f64::max),
            height: (top - BETWEEN).max(0.0),
        },
        centres: points[..sizes.len()].to_vec(),
    }
}

/// The points of an edge: out of one box's side, through its bends, into the other's.
fn route(graph: &Layered, points: &[Point], chain: &Chain) -> Vec<Point> {
    let (Some(first), Some(last)) = (chain.vertices.first(), chain.vertices.last()) else {
        return Vec::new();
    };
    let (second, before) = (chain.vertices[1], chain.vertices[chain.vertices.len() - 2]);
    // Edges upwards leave the middle of a box to the others, on the side to which they go; both
    // ends of a short one on the same side, so that it does not cross its way down.
    let (upper_side, lower_side) = match chain.vertices.len() {
        2 => {
            let side = points[*last].x - points[*first].x;
            (side, side)
        }
        _ => (
            points[second].x - points[*first].x,
            points[before].x - points[*last].x,
        ),
    };
    let shift = |vertex: usize, side: f64| match chain.direction {
        Direction::Down => 0.0,
        Direction::Up if side < 0.0 => graph.sizes[vertex].width * -0.3,
        Direction::Up => graph.sizes[vertex].width * 0.3,
    };
    let mut route = vec![Point {
        x: points[*first].x + shift(*first, upper_side),
        y: points[*first].y + graph.sizes[*first].height / 2.0,
    }];
    let inner = &chain.vertices[1..chain.vertices.len() - 1];
    route.extend(inner.iter().map(|vertex| points[*vertex]));
    route.push(Point {
        x: points[*last].x + shift(*last, lower_side),
        y: points[*last].y - graph.sizes[*last].height / 2.0,
    });
    if chain.direction == Direction::Up {
        route.reverse();
    }
    route
}

#[cfg(test)]
mod tests {
    use super::{Layout, Size, layout};

    fn boxes(count: usize) -> Vec<Size> {
        let size = |i: usize| Size {
            width: 30.0 + (i % 5) as f64 * 20.0,
            height: 10.0 + (i % 3) as f64 * 15.0,
        };
        (0..count).map(size).collect()
    }

    fn assert_apart(sizes: &[Size], layout: &Layout) {
        for (i, a) in layout.centres.iter().enumerate() {
            assert!(
                a.x - sizes[i].width / 2.0 > -0.01,
                "{a:?} is left of the drawing"
            );
            assert!(a.x + sizes[i].width / 2.0 < layout.size.width + 0.01);
            assert!(a.y + sizes[i].height / 2.0 < layout.size.height + 0.01);
            for (j, b) in layout.centres.iter().enumerate().skip(i + 1) {
                let beside = (a.x - b.x).abs() >= (sizes[i].width + sizes[j].width) / 2.0;
                let over = (a.y - b.y).abs() >= (sizes[i].height + sizes[j].height) / 2.0;
                assert!(beside || over, "{i} and {j} overlap");
            }
        }
    }

    #[test]
    fn a_loop_goes_down_and_comes_back_up() {
        let sizes = boxes(4);
        let edges = [(0, 1), (1, 2), (2, 1), (1, 3)];
        let layout = layout(&sizes, &edges);
        assert_apart(&sizes, &layout);
        let y = |i: usize| layout.centres[i].y;
        assert!(y(0) < y(1) && y(1) < y(2) && y(1) < y(3));
        let back = &layout.routes[2];
        assert!(back[0].y > back[back.len() - 1].y, "{back:?}");
    }

    #[test]
    fn a_box_may_lead_to_itself_and_boxes_may_be_alone() {
        let sizes = boxes(3);
        let layout = layout(&sizes, &[(0, 0), (0, 1)]);
        assert_apart(&sizes, &layout);
        assert_eq!(layout.routes.len(), 2);
    }

    #[test]
    fn nothing_overlaps_in_many_graphs() {
        // A fixed linear congruence instead of chance.
        let mut state = 1u64;
        let mut next = |bound: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        for count in 1..40 {
            let sizes = boxes(count);
            let edges: Vec<(usize, usize)> =
                (0..count * 2).map(|_| (next(count), next(count))).collect();
            assert_apart(&sizes, &layout(&sizes, &edges));
        }
    }
}
