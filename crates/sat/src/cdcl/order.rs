//! Which variable to decide next: activities (VSIDS) in a binary heap, filled when the first decision
//! of a question is due, with the variables of its domain alone.
//!
//! Most questions have no conflicts, and most variables were in none lately: a variable whose
//! activity has decayed to nothing is not worth a place in the heap. It waits in a plain list that
//! is read when the heap is empty, and enters the heap when a conflict concerns it.

const ABSENT: u32 = u32::MAX;
/// Mark of a place in the list.
const IN_REST: u32 = 1 << 31;
const DECAY: f64 = 1.0 / 0.95;
const LIMIT: f64 = 1e100;
/// Activity in increments below which a variable waits in the list: none in about 90 conflicts.
const NOTHING: f64 = 1e-2;

#[derive(Clone, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<u32>,
    rest: Vec<u32>,
    /// All in the list before this place were handed out, or are in the heap.
    rest_head: usize,
    /// Place in the heap, place in the list with [`IN_REST`], or [`ABSENT`].
    position: Vec<u32>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            activity: Vec::new(),
            increment: 1.0,
            heap: Vec::new(),
            rest: Vec::new(),
            rest_head: 0,
            position: Vec::new(),
        }
    }

    pub(super) fn add_variable(&mut self) {
        self.activity.push(0.0);
        self.position.push(ABSENT);
    }

    pub(super) fn clear(&mut self) {
        for &variable in self.heap.iter().chain(&self.rest) {
            self.position[variable as usize] = ABSENT;
        }
        self.heap.clear();
        self.rest.clear();
        self.rest_head = 0;
    }

    /// Has these variables in it and no others.
    pub(super) fn fill(&mut self, variables: impl Iterator<Item = u32>) {
        self.clear();
        let threshold = self.increment * NOTHING;
        for variable in variables {
            if self.activity[variable as usize] < threshold {
                self.position[variable as usize] = self.rest.len() as u32 | IN_REST;
                self.rest.push(variable);
            } else {
                self.position[variable as usize] = self.heap.len() as u32;
                self.heap.push(variable);
            }
        }
        for index in (0..self.heap.len() / 2).rev() {
            self.sink(index);
        }
    }

    /// The variable may be decided again.
    #[inline]
    pub(super) fn insert(&mut self, variable: usize) {
        let position = self.position[variable];
        if position == ABSENT {
            self.push(variable);
        } else if position & IN_REST != 0 {
            self.rest_head = self.rest_head.min((position & !IN_REST) as usize);
        }
    }

    fn push(&mut self, variable: usize) {
        self.position[variable] = self.heap.len() as u32;
        self.heap.push(variable as u32);
        self.rise(self.heap.len() - 1);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let Some(&top) = self.heap.first() else {
            let next = *self.rest.get(self.rest_head)?;
            self.rest_head += 1;
            return Some(next as usize);
        };
        let last = self.heap.pop()?;
        self.position[top as usize] = ABSENT;
        if last != top {
            self.heap[0] = last;
            self.position[last as usize] = 0;
            self.sink(0);
        }
        Some(top as usize)
    }

    /// The variable took part in a conflict.
    #[inline]
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.increment;
        if self.activity[variable] > LIMIT {
            self.rescale();
        }
        let position = self.position[variable];
        if position == ABSENT {
            return;
        }
        if position & IN_REST == 0 {
            self.rise(position as usize);
        } else {
            self.push(variable);
        }
    }

    #[cold]
    fn rescale(&mut self) {
        for activity in &mut self.activity {
            *activity /= LIMIT;
        }
        self.increment /= LIMIT;
    }

    /// A conflict is over: what comes later counts more.
    pub(super) fn decay(&mut self) {
        self.increment *= DECAY;
    }

    #[inline]
    fn rise(&mut self, mut index: usize) {
        let variable = self.heap[index];
        let activity = self.activity[variable as usize];
        while index > 0 {
            let parent = (index - 1) / 2;
            let above = self.heap[parent];
            if self.activity[above as usize] >= activity {
                break;
            }
            self.heap[index] = above;
            self.position[above as usize] = index as u32;
            index = parent;
        }
        self.heap[index] = variable;
        self.position[variable as usize] = index as u32;
    }

    #[inline]
    fn sink(&mut self, mut index: usize) {
        let variable = self.heap[index];
        let activity = self.activity[variable as usize];
        loop {
            let mut child = 2 * index + 1;
            if child >= self.heap.len() {
                break;
            }
            let right = child + 1;
            if right < self.heap.len()
                && self.activity[self.heap[right] as usize]
                    > self.activity[self.heap[child] as usize]
            {
                child = right;
            }
            let below = self.heap[child];
            if self.activity[below as usize] <= activity {
                break;
            }
            self.heap[index] = below;
            self.position[below as usize] = index as u32;
            index = child;
        }
        self.heap[index] = variable;
        self.position[variable as usize] = index as u32;
    }
}
