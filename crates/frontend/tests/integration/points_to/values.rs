//! The pointer values of random programs.

use super::writer::{B, E, LAST, NEXT, P, Pointer, SIZE, Sort, U, Writer};

impl Writer<'_> {
    /// A pointer value: its text, its value, and whether it reads a pointer from memory.
    pub fn value(&mut self, sort: Sort) -> Option<(String, Pointer)> {
        let kind = self.random.below(10);
        if !self.allowed.contains(&(20 + kind)) {
            return None;
        }
        let field = |pointer: Pointer, low: i64, length: i64, at: i64| Pointer {
            object: pointer.object,
            at: pointer.at + low + at,
            low: pointer.at + low,
            high: pointer.at + low + length,
        };
        match (kind, sort) {
            (0, _) => self.pointer(sort),
            (1, _) => {
                let (text, pointer) = self.pointer(sort)?;
                let k = self.step(pointer, sort);
                let at = pointer.at + k * sort.size();
                let vague = if self.random.below(2) == 0 {
                    ""
                } else {
                    "zero + "
                };
                Some((format!("{text} + ({vague}{k})"), Pointer { at, ..pointer }))
            }
            (2, Sort::Int) => {
                let (text, pointer) = self.base()?;
                Some((format!("&{text}a"), field(pointer, 0, 4, 0)))
            }
            (3, Sort::Int) => {
                let (text, pointer) = self.base()?;
                let k = self.random.within(0, 2);
                Some((format!("{text}b + {k}"), field(pointer, B, 12, 4 * k)))
            }
            (4, Sort::Int) => {
                let (text, pointer) = self.base()?;
                let k = self.random.within(0, 1);
                Some((format!("&{text}last[{k}]"), field(pointer, LAST, 8, 4 * k)))
            }
            (5, Sort::Int) => {
                let object = self.object("ints");
                let k = self.random.within(0, 5);
                let pointer = Pointer {
                    object,
                    at: 4 * k,
                    low: 0,
                    high: 24,
                };
                Some((format!("{} + {k}", self.name("ints")), pointer))
            }
            (6, Sort::Int) => {
                let (text, pointer) = self.base()?;
                let k = self.random.within(0, 1);
                let at = E + 12 * k + 8;
                Some((format!("&{text}e[{k}].k"), field(pointer, at, 4, 0)))
            }
            (7, Sort::Int) => {
                // All leading integers of a struct through a pointer to the struct.
                let (text, pointer) = self.pointer(Sort::Struct)?;
                Some((format!("(int *)(void *){text}"), field(pointer, 0, 16, 0)))
            }
            (8, Sort::Int | Sort::Struct) | (9, Sort::Char) => {
                let count = self.random.within(1, 3);
                let bytes = sort.size() * count;
                self.objects.push(format!("@{}", *self.line));
                let pointer = Pointer {
                    object: self.objects.len() - 1,
                    at: 0,
                    low: 0,
                    high: bytes,
                };
                Some((format!("({} *)malloc({bytes})", sort.text()), pointer))
            }
            (9, Sort::Int | Sort::Struct) => {
                let (text, pointer) = self.base()?;
                let (name, at) = match sort {
                    Sort::Int => ("p", P),
                    _ => ("next", NEXT),
                };
                let value = *self.memory.get(&(pointer.object, pointer.at + at))?;
                self.access(pointer, at, 8);
                Some((format!("{text}{name}"), value))
            }
            (2 | 3, Sort::Struct) => {
                let (text, pointer) = self.whole();
                Some((format!("&{text}"), pointer))
            }
            (4, Sort::Struct) => {
                // From an inner struct to the struct around it.
                let (text, pointer) = self.pointer(Sort::Inner)?;
                let k = (pointer.at - pointer.low) / 12;
                let at = pointer.low - E;
                let around = Pointer {
                    object: pointer.object,
                    at,
                    low: at,
                    high: at + SIZE,
                };
                let back = E + 12 * k;
                Some((format!("(struct s *)((char *){text} - {back})"), around))
            }
            (5, Sort::Struct) => {
                let (text, pointer) = self.pointer(Sort::Struct)?;
                Some((format!("(struct s *)(unsigned long){text}"), pointer))
            }
            (_, Sort::Inner) => {
                let (text, pointer) = self.base()?;
                let k = self.random.within(0, 1);
                Some((format!("&{text}e[{k}]"), field(pointer, E, 24, 12 * k)))
            }
            (_, Sort::Short) => {
                let (text, pointer) = self.pointer(Sort::Inner)?;
                let k = self.random.within(0, 1);
                Some((format!("{text}->h + {k}"), field(pointer, 2, 4, 2 * k)))
            }
            (2, Sort::Char) => {
                let (text, pointer) = self.pointer(Sort::Int)?;
                Some((format!("(char *){text}"), pointer))
            }
            (3, Sort::Char) => {
                let (text, pointer) = self.pointer(Sort::Struct)?;
                let k = self.random.within(0, SIZE - 1);
                Some((format!("(char *){text} + {k}"), field(pointer, 0, SIZE, k)))
            }
            (4, Sort::Char) => {
                let (text, pointer) = self.base()?;
                Some((format!("{text}u.bytes"), field(pointer, U, 4, 0)))
            }
            (5, Sort::Char) => {
                let (text, pointer) = self.pointer(Sort::Inner)?;
                Some((format!("&{text}->c"), field(pointer, 0, 1, 0)))
            }
            _ => None,
        }
    }
}
