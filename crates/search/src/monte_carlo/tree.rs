//! The positions looked at so far.

use rules::{MAX_SEATS, Random, Seat};

/// What each seat takes of a game worth 1.
pub(super) type Shares = [f32; MAX_SEATS];

/// The place of a position in the tree.
pub(super) type Index = u32;

/// Where the thinking starts.
pub(super) const ROOT: Index = 0;

/// What a position waits for, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nobody has looked.
    Unopened,
    /// This seat is to move.
    Turn(Seat),
    /// The dice are to be rolled.
    Chance,
}

/// A position, by the way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here; nothing at the root and after a throw.
    pub(super) mv: Option<M>,
    pub(super) kind: Kind,
    /// How often the throw that leads here comes.
    weight: u32,
    first_child: Index,
    children: u32,
    pub(super) visits: u32,
    /// What the seat that chose to come here has taken in all games through here.
    sum: f64,
    /// What it is worth, once that is certain.
    pub(super) proven: Option<Shares>,
}

/// A position that a game comes through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) at: Index,
    /// The child that would have been chosen here if it were not known already what it comes to.
    pub(super) certain: Option<Index>,
}

/// Where to go from a position.
pub(super) struct Choice {
    /// The child to visit: the most interesting of those in doubt, or any if none is.
    pub(super) visit: Index,
    /// The child that is more interesting than that, though there is nothing to learn from it.
    pub(super) certain: Option<Index>,
}

/// All positions in one row; the children of one stand side by side.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The seat that thinks.
    thinker: Seat,
    /// Whether what the one seat takes tells what the other does.
    is_duel: bool,
}

impl<M> Tree<M> {
    /// A tree with room for so many positions, and at least for the root. It never takes more.
    pub(super) fn new(positions: usize) -> Tree<M> {
        let nodes = Vec::with_capacity(positions.clamp(1, Index::MAX as usize));
        Tree { nodes, thinker: Seat::FIRST, is_duel: true }
    }
}

impl<M: Copy> Tree<M> {
    /// Only the root is left, in a game of so many.
    pub(super) fn plant(&mut self, thinker: Seat, seats: u8) {
        (self.thinker, self.is_duel) = (thinker, seats <= 2);
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

    /// The positions that follow, each with its place.
    #[inline(always)]
    pub(super) fn children(&self, index: Index) -> impl Iterator<Item = (Index, &Node<M>)> {
        let node = self.node(index);
        let first = node.first_child as usize;
        (node.first_child..).zip(&self.nodes[first..first + node.children as usize])
    }

    /// Whether so many positions would still find room.
    #[inline(always)]
    pub(super) fn has_room(&self, positions: usize) -> bool {
        self.nodes.len() + positions <= self.nodes.capacity()
    }

    /// Makes room for what follows the moves of a seat.
    #[inline(always)]
    pub(super) fn open_turn(&mut self, index: Index, seat: Seat, moves: &[M]) {
        self.open(index, Kind::Turn(seat), moves.iter().map(|&mv| Node::new(Some(mv), 0)));
    }

    /// Makes room for what follows the throws.
    #[inline(always)]
    pub(super) fn open_chance(&mut self, index: Index, weights: impl Iterator<Item = u32>) {
        self.open(index, Kind::Chance, weights.map(|weight| Node::new(None, weight)));
    }

    #[inline(always)]
    fn open(&mut self, index: Index, kind: Kind, children: impl Iterator<Item = Node<M>>) {
        let first_child = self.nodes.len();
        self.nodes.extend(children);
        let children = (self.nodes.len() - first_child) as u32;
        let node = self.node_mut(index);
        (node.kind, node.first_child, node.children) = (kind, first_child as Index, children);
    }

    /// Where a seat that plays for itself goes.
    #[inline(always)]
    pub(super) fn choose(&self, index: Index, seat: Seat, curiosity: f64) -> Option<Choice> {
        let doubt = curiosity * curiosity * f64::from(self.node(index).visits.max(1)).ln();
        let mut open = (f64::NEG_INFINITY, None);
        let mut certain = (f64::NEG_INFINITY, None);
        for (index, child) in self.children(index) {
            let (interest, best) = match child.proven {
                Some(shares) => (f64::from(shares[seat.index()]), &mut certain),
                None if child.visits == 0 => return Some(Choice { visit: index, certain: None }),
                None => (child.average() + (doubt / f64::from(child.visits)).sqrt(), &mut open),
            };
            if interest > best.0 {
                *best = (interest, Some(index));
            }
        }
        let prefers_certain = certain.0 > open.0;
        Some(Choice { visit: open.1.or(certain.1)?, certain: certain.1.filter(|_| prefers_certain) })
    }

    /// One of the throws, by weight: its number, and its place.
    #[inline(always)]
    pub(super) fn throw(&self, index: Index, random: &mut Random) -> Option<(usize, Index)> {
        let total: u32 = self.children(index).map(|(_, child)| child.weight).sum();
        let mut at = if total == 0 { return None } else { random.below(total) };
        for (number, (index, child)) in self.children(index).enumerate() {
            if at < child.weight {
                return Some((number, index));
            }
            at -= child.weight;
        }
        None
    }

    /// A game along this path has come to this. Where a seat had something certain that it liked better, the game counts
    /// as that for the positions up to there.
    #[inline(always)]
    pub(super) fn record(&mut self, path: &[Step], mut shares: Shares) {
        for (step, &Step { at, certain }) in path.iter().enumerate().rev() {
            shares = certain.and_then(|certain| self.node(certain).proven).unwrap_or(shares);
            let chooser = step.checked_sub(1).map(|before| self.node(path[before].at).kind);
            let node = self.node_mut(at);
            node.visits += 1;
            if let Some(Kind::Turn(seat)) = chooser {
                node.sum += f64::from(shares[seat.index()]);
            }
        }
    }

    /// The last position of the path is certain to come to this; so may be those before it.
    pub(super) fn prove(&mut self, path: &[Step], shares: Shares) {
        let mut latest = shares;
        for (back, &Step { at: index, .. }) in path.iter().rev().enumerate() {
            let proven = match self.node(index).kind {
                _ if back == 0 => Some(latest),
                // A win is enough, unless it matters which of several: to those above, what is left for the others.
                Kind::Turn(seat) if latest[seat.index()] == 1.0 && (self.is_duel || index == ROOT) => {
                    Some(latest)
                }
                Kind::Turn(seat) => self.choice(index, seat),
                _ => self.average(index),
            };
            let Some(proven) = proven else { return };
            self.node_mut(index).proven = Some(proven);
            latest = proven;
        }
    }

    /// What a seat makes of moves that are all certain. Of those equally good for itself, it is expected to make the one
    /// that is worst for the thinker, and then for the others in their order, as in max^n.
    fn choice(&self, index: Index, seat: Seat) -> Option<Shares> {
        let worth = |shares: &Shares| {
            (shares[seat.index()], -shares[self.thinker.index()], shares.map(|share| -share))
        };
        let mut best: Option<Shares> = None;
        for (_, child) in self.children(index) {
            let shares = child.proven?;
            if best.is_none_or(|best| worth(&shares) > worth(&best)) {
                best = Some(shares);
            }
        }
        best
    }

    /// What throws come to that are all certain.
    fn average(&self, index: Index) -> Option<Shares> {
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

    /// The move a seat would make now: the one it has looked at most often, or one that is certain to be as good.
    pub(super) fn favourite(&self, index: Index, seat: Seat) -> Option<Index> {
        let mut visited: Option<(Index, &Node<M>)> = None;
        let mut certain: Option<(Index, f32)> = None;
        for (index, child) in self.children(index) {
            if let Some(shares) = child.proven {
                let share = shares[seat.index()];
                if certain.is_none_or(|(_, best)| share > best) {
                    certain = Some((index, share));
                }
            } else if child.visits > 0
                && visited
                    .is_none_or(|(_, best)| (child.visits, child.average()) > (best.visits, best.average()))
            {
                visited = Some((index, child));
            }
        }
        match (visited, certain) {
            (Some((_, node)), Some((index, share))) if f64::from(share) >= node.average() => Some(index),
            (Some((index, _)), _) => Some(index),
            (None, certain) => certain.map(|(index, _)| index),
        }
    }
}

impl<M> Node<M> {
    fn new(mv: Option<M>, weight: u32) -> Node<M> {
        Node {
            mv,
            kind: Kind::Unopened,
            weight,
            first_child: 0,
            children: 0,
            visits: 0,
            sum: 0.0,
            proven: None,
        }
    }

    /// What the seat that chose to come here has taken on average.
    #[inline(always)]
    pub(super) fn average(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }

    /// What is known of the share of a seat that chose to come here.
    pub(super) fn share(&self, seat: Seat) -> f64 {
        self.proven.map_or(self.average(), |shares| f64::from(shares[seat.index()]))
    }
}
