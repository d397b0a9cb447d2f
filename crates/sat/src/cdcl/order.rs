//! Which variable to decide next: a binary heap of activities (VSIDS), filled when the first
//! decision of a question is due, with the variables of its domain alone.

const ABSENT: u32 = u32::MAX;
const DECAY: f64 = 1.0 / 0.95;
const LIMIT: f64 = 1e100;

#[derive(Clone, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<u32>,
    position: Vec<u32>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            activity: Vec::new(),
            increment: 1.0,
            heap: Vec::new(),
            position: Vec::new(),
        }
    }

    pub(super) fn add_variable(&mut self) {
        self.activity.push(0.0);
        self.position.push(ABSENT);
    }

    pub(super) fn clear(&mut self) {
        for &variable in &self.heap {
            self.position[variable as usize] = ABSENT;
        }
        self.heap.clear();
    }

    /// Has these variables in it and no others.
    pub(super) fn fill(&mut self, variables: impl Iterator<Item = u32>) {
        self.clear();
        for variable in variables {
            self.position[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
        }
        for index in (0..self.heap.len() / 2).rev() {
            self.sink(index);
        }
    }

    pub(super) fn insert(&mut self, variable: usize) {
        if self.position[variable] == ABSENT {
            self.position[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
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
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.increment;
        if self.activity[variable] > LIMIT {
            self.rescale();
        }
        let position = self.position[variable];
        if position != ABSENT {
            self.rise(position as usize);
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
