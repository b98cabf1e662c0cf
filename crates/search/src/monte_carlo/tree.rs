//! The search tree.

use rules::{MAX_SEATS, Random, Seat};

/// Share of each seat in a game worth 1.
pub(super) type Shares = [f32; MAX_SEATS];

/// Index of a node in the tree.
pub(super) type Index = u32;

/// Index of the root.
pub(super) const ROOT: Index = 0;

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Not expanded.
    Leaf,
    /// This seat is to move.
    Turn(Seat),
    /// Chance node.
    Chance,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// Move that leads to the node; `None` at the root and after a roll.
    pub(super) mv: Option<M>,
    pub(super) kind: Kind,
    /// Weight of the roll that leads to the node.
    weight: u32,
    first_child: Index,
    children: u32,
    pub(super) visits: u32,
    /// Sum of the shares of the seat that moved to the node.
    sum: f64,
    /// Proven result.
    pub(super) proven: Option<Shares>,
}

/// Node on the path of a simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) at: Index,
    /// Proven child that selection prefers to the visited one.
    pub(super) proven: Option<Index>,
}

/// Selected children of a node.
pub(super) struct Selection {
    /// Child to visit: the best that is not proven, or the best of all if every child is.
    pub(super) visit: Index,
    /// Proven child that is preferred to `visit`, although visiting it would yield no information.
    pub(super) proven: Option<Index>,
}

/// Nodes in one vector; the children of a node are adjacent.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// Seat to move at the root.
    root_seat: Seat,
    /// `true` if the share of one seat determines that of the other.
    is_zero_sum: bool,
}

impl<M> Tree<M> {
    /// A tree of at most `capacity` nodes, and at least one.
    pub(super) fn new(capacity: usize) -> Tree<M> {
        let nodes = Vec::with_capacity(capacity.clamp(1, Index::MAX as usize));
        Tree { nodes, root_seat: Seat::FIRST, is_zero_sum: true }
    }
}

impl<M: Copy> Tree<M> {
    /// Removes all nodes but an unexpanded root, for a game with `seats` seats.
    pub(super) fn reset(&mut self, root_seat: Seat, seats: u8) {
        (self.root_seat, self.is_zero_sum) = (root_seat, seats <= 2);
        self.nodes.clear();
        self.nodes.push(Node::new(None, 0));
    }

    #[inline(always)]
    pub(super) fn node(&self, index: Index) -> &Node<M> {
        &self.nodes[index as usize]
    }

    #[inline(always)]
    fn node_mut(&mut self, index: Index) -> &mut Node<M> {
        &mut self.nodes[index as usize]
    }

    /// Children of a node with their indices.
    #[inline(always)]
    pub(super) fn children(&self, index: Index) -> impl Iterator<Item = (Index, &Node<M>)> {
        let node = self.node(index);
        let first = node.first_child as usize;
        (node.first_child..).zip(&self.nodes[first..first + node.children as usize])
    }

    /// `true` if `count` more nodes fit.
    #[inline(always)]
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.nodes.capacity()
    }

    /// Adds a child for each move of a seat.
    #[inline(always)]
    pub(super) fn expand_turn(&mut self, index: Index, seat: Seat, moves: &[M]) {
        self.expand(index, Kind::Turn(seat), moves.iter().map(|&mv| Node::new(Some(mv), 0)));
    }

    /// Adds a child for each roll.
    #[inline(always)]
    pub(super) fn expand_chance(&mut self, index: Index, weights: impl Iterator<Item = u32>) {
        self.expand(index, Kind::Chance, weights.map(|weight| Node::new(None, weight)));
    }

    #[inline(always)]
    fn expand(&mut self, index: Index, kind: Kind, children: impl Iterator<Item = Node<M>>) {
        let first_child = self.nodes.len();
        self.nodes.extend(children);
        let children = (self.nodes.len() - first_child) as u32;
        let node = self.node_mut(index);
        (node.kind, node.first_child, node.children) = (kind, first_child as Index, children);
    }

    /// UCT selection for the seat to move.
    #[inline(always)]
    pub(super) fn select(&self, index: Index, seat: Seat, exploration: f64) -> Option<Selection> {
        let exploration = exploration * exploration * f64::from(self.node(index).visits.max(1)).ln();
        let mut unproven = (f64::NEG_INFINITY, None);
        let mut proven = (f64::NEG_INFINITY, None);
        for (index, child) in self.children(index) {
            let (value, best) = match child.proven {
                Some(shares) => (f64::from(shares[seat.index()]), &mut proven),
                None if child.visits == 0 => return Some(Selection { visit: index, proven: None }),
                None => (child.mean() + (exploration / f64::from(child.visits)).sqrt(), &mut unproven),
            };
            if value > best.0 {
                *best = (value, Some(index));
            }
        }
        let prefers_proven = proven.0 > unproven.0;
        Some(Selection { visit: unproven.1.or(proven.1)?, proven: proven.1.filter(|_| prefers_proven) })
    }

    /// Random roll by weight: its index among the rolls, and its node.
    #[inline(always)]
    pub(super) fn sample_roll(&self, index: Index, random: &mut Random) -> Option<(usize, Index)> {
        let total: u32 = self.children(index).map(|(_, child)| child.weight).sum();
        let mut at = if total == 0 { return None } else { random.below(total) };
        for (roll, (index, child)) in self.children(index).enumerate() {
            if at < child.weight {
                return Some((roll, index));
            }
            at -= child.weight;
        }
        None
    }

    /// Adds the result of a simulation to the nodes of its path. Where selection preferred a proven child, its result
    /// replaces that of the simulation for the nodes above.
    #[inline(always)]
    pub(super) fn backpropagate(&mut self, path: &[Step], mut shares: Shares) {
        for (step, &Step { at, proven }) in path.iter().enumerate().rev() {
            shares = proven.and_then(|proven| self.node(proven).proven).unwrap_or(shares);
            let parent_kind = step.checked_sub(1).map(|before| self.node(path[before].at).kind);
            let node = self.node_mut(at);
            node.visits += 1;
            if let Some(Kind::Turn(seat)) = parent_kind {
                node.sum += f64::from(shares[seat.index()]);
            }
        }
    }

    /// Stores a proven result in the last node of a path and in every ancestor that is proven by it.
    pub(super) fn prove(&mut self, path: &[Step], shares: Shares) {
        let mut latest = shares;
        for (back, &Step { at: index, .. }) in path.iter().rev().enumerate() {
            let proven = match self.node(index).kind {
                _ if back == 0 => Some(latest),
                // A win proves the node. With more seats, ancestors depend on the shares of the others, so all children count.
                Kind::Turn(seat) if latest[seat.index()] == 1.0 && (self.is_zero_sum || index == ROOT) => {
                    Some(latest)
                }
                Kind::Turn(seat) => self.proven_choice(index, seat),
                _ => self.proven_average(index),
            };
            let Some(proven) = proven else { return };
            self.node_mut(index).proven = Some(proven);
            latest = proven;
        }
    }

    /// Result of the seat's best child if every child is proven. Ties are broken against the root's seat, then against
    /// the other seats in their order, as in max^n.
    fn proven_choice(&self, index: Index, seat: Seat) -> Option<Shares> {
        let preference = |shares: &Shares| {
            (shares[seat.index()], -shares[self.root_seat.index()], shares.map(|share| -share))
        };
        let mut best: Option<Shares> = None;
        for (_, child) in self.children(index) {
            let shares = child.proven?;
            if best.is_none_or(|best| preference(&shares) > preference(&best)) {
                best = Some(shares);
            }
        }
        best
    }

    /// Average result of a chance node if every child is proven.
    fn proven_average(&self, index: Index) -> Option<Shares> {
        let mut sums = [0.0; MAX_SEATS];
        let mut total = 0.0;
        for (_, child) in self.children(index) {
            for (sum, share) in sums.iter_mut().zip(child.proven?) {
                *sum += f64::from(child.weight) * f64::from(share);
            }
            total += f64::from(child.weight);
        }
        (total > 0.0).then(|| sums.map(|sum| (sum / total) as f32))
    }

    /// Child of the move to play: the most visited one, or a proven one that is at least as good.
    pub(super) fn best_child(&self, index: Index, seat: Seat) -> Option<Index> {
        let mut visited: Option<(Index, &Node<M>)> = None;
        let mut proven: Option<(Index, f32)> = None;
        for (index, child) in self.children(index) {
            if let Some(shares) = child.proven {
                let share = shares[seat.index()];
                if proven.is_none_or(|(_, best)| share > best) {
                    proven = Some((index, share));
                }
            } else if child.visits > 0
                && visited.is_none_or(|(_, best)| (child.visits, child.mean()) > (best.visits, best.mean()))
            {
                visited = Some((index, child));
            }
        }
        match (visited, proven) {
            (Some((_, node)), Some((index, share))) if f64::from(share) >= node.mean() => Some(index),
            (Some((index, _)), _) => Some(index),
            (None, proven) => proven.map(|(index, _)| index),
        }
    }
}

impl<M> Node<M> {
    fn new(mv: Option<M>, weight: u32) -> Node<M> {
        Node { mv, kind: Kind::Leaf, weight, first_child: 0, children: 0, visits: 0, sum: 0.0, proven: None }
    }

    /// Mean share of the seat that moved to the node.
    #[inline(always)]
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }

    /// Share of a seat that moved to the node: proven, or the mean.
    pub(super) fn share(&self, seat: Seat) -> f64 {
        self.proven.map_or(self.mean(), |shares| f64::from(shares[seat.index()]))
    }
}
