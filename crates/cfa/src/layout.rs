//! What the elements of array variables are called in the source.

use std::sync::Arc;

/// How the indices of an array variable relate to the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Indexing {
    /// Element `i` is `name[i]`.
    #[default]
    Plain,
    /// Indices count in units of the source's dimensions.
    Layout(Arc<Layout>),
    /// Elements have no name in C: bytes of an object, or places in many objects.
    Unnamed,
}

/// The dimensions of an array variable: members of structs in arrays, arrays of arrays, arrays in
/// memory by byte offsets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The text between the indices, one more than there are dimensions: `a`, `.x` of `a[i].x`.
    pub pieces: Vec<String>,
    /// How much one more at each dimension adds to the index, outermost first.
    pub units: Vec<u64>,
    /// The index of the first element.
    pub base: u64,
}

impl Layout {
    /// The name of the element at an index; `None` if the index is between elements.
    pub fn element(&self, index: u128) -> Option<String> {
        let mut rest = index.checked_sub(u128::from(self.base))?;
        let (first, others) = self.pieces.split_first()?;
        let mut text = first.clone();
        for (unit, piece) in self.units.iter().zip(others) {
            let unit = u128::from((*unit).max(1));
            text.push_str(&format!("[{}]{piece}", rest / unit));
            rest %= unit;
        }
        (rest == 0).then_some(text)
    }

    /// The name of the element at an index that is computed by a C expression, if it is the index
    /// of the only dimension.
    pub fn computed(&self, index: &str) -> Option<String> {
        match (self.pieces.as_slice(), self.units.as_slice(), self.base) {
            ([before, after], [1], 0) => Some(format!("{before}[{index}]{after}")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;

    #[test]
    fn elements_are_named_as_in_the_source() {
        let grid = Layout {
            pieces: vec!["m".into(), String::new(), String::new()],
            units: vec![3, 1],
            base: 0,
        };
        assert_eq!(grid.element(7).as_deref(), Some("m[2][1]"));
        assert_eq!(grid.computed("i"), None);
        let member = Layout {
            pieces: vec!["s.a".into(), ".x".into()],
            units: vec![12],
            base: 4,
        };
        assert_eq!(member.element(28).as_deref(), Some("s.a[2].x"));
        assert_eq!(member.element(29), None);
        assert_eq!(member.element(2), None);
    }
}
