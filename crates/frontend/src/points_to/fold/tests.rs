//! Foldings by hand.

use super::{Evidence, Folding};
use crate::points_to::facts::{Extent, Move};

fn extent(length: u64, stride: u64) -> Extent {
    Extent {
        length: Some(length),
        stride,
    }
}

#[test]
fn nested_arrays_fold_onto_first_elements() {
    let extents = [(4, extent(120, 40)), (44 + 8, extent(16, 4))];
    let folding = Folding::of(&Evidence {
        extents: &extents,
        ..Evidence::default()
    });
    assert_eq!(folding.stride, 0);
    assert_eq!(folding.fold(0), 0);
    assert_eq!(folding.fold(4 + 80 + 8 + 12), 12);
    assert_eq!(folding.fold(4 + 80 + 24), 28);
    assert_eq!(folding.fold(124), 124);
}

#[test]
fn arrays_that_overlap_become_one() {
    let extents = [(0, extent(16, 8)), (4, extent(16, 4))];
    let folding = Folding::of(&Evidence {
        extents: &extents,
        ..Evidence::default()
    });
    assert_eq!(folding.fold(16), 0);
    assert_eq!(folding.fold(4), 0);
    assert_eq!(folding.fold(20), 20);
}

#[test]
fn steps_without_an_extent_make_the_node_periodic() {
    let folding = Folding::of(&Evidence {
        steps: &[(0, 12), (4, 8)],
        ..Evidence::default()
    });
    assert_eq!(folding.stride, 4);
}

#[test]
fn moves_out_of_an_element_make_the_node_periodic() {
    let evidence = Evidence {
        extents: &[(4, extent(40, 4))],
        moves: &[(
            4,
            Move {
                by: -4,
                size: 4,
                whole: 0,
            },
        )],
        ..Evidence::default()
    };
    assert_eq!(Folding::of(&evidence).stride, 4);
    let member = Evidence {
        extents: &[(0, extent(40, 4))],
        moves: &[(
            0,
            Move {
                by: 40,
                size: 8,
                whole: 48,
            },
        )],
        ..Evidence::default()
    };
    assert_eq!(Folding::of(&member).stride, 0);
    // Unless objects are laid over the array with a shift.
    let shifted = Evidence {
        mixes: &[(0, 8)],
        ..member
    };
    assert_eq!(Folding::of(&shifted).stride, 4);
}
