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

/// All positions in one row; the children of one stand side by side.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
}

impl<M> Tree<M> {
    /// A tree with room for so many positions, and at least for the root. It never takes more.
    pub(super) fn new(positions: usize) -> Tree<M> {
        Tree { nodes: Vec::with_capacity(positions.clamp(1, Index::MAX as usize)) }
    }
}

impl<M: Copy> Tree<M> {
    /// Only the root is left.
    pub(super) fn clear(&mut self) {
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

    /// The child that is most worth a visit, for a seat that plays for itself.
    #[inline(always)]
    pub(super) fn most_interesting(&self, index: Index, seat: Seat, curiosity: f64) -> Option<Index> {
        let doubt = curiosity * curiosity * f64::from(self.node(index).visits.max(1)).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for (index, child) in self.children(index) {
            let interest = match child.proven {
                // What is lost for certain is the last that is tried, what is certain needs no second look.
                Some(shares) if shares[seat.index()] == 0.0 => -1.0,
                Some(shares) => f64::from(shares[seat.index()]),
                None if child.visits == 0 => return Some(index),
                None => child.average() + (doubt / f64::from(child.visits)).sqrt(),
            };
            if interest > best.0 {
                best = (interest, Some(index));
            }
        }
        best.1
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

    /// A game through these positions, the root first, has come to this.
    #[inline(always)]
    pub(super) fn record(&mut self, path: &[Index], shares: &Shares) {
        let mut chooser = None;
        for &index in path {
            let node = self.node_mut(index);
            node.visits += 1;
            node.sum += chooser.map_or(0.0, |seat: Seat| f64::from(shares[seat.index()]));
            chooser = if let Kind::Turn(seat) = node.kind { Some(seat) } else { None };
        }
    }

    /// The last position of the path is certain to come to this; so may be those before it. Where a seat has several
    /// moves that are equally good for itself, `thinker` expects the one that is worst for it.
    pub(super) fn prove(&mut self, path: &[Index], shares: Shares, thinker: Seat) {
        let Some((&last, before)) = path.split_last() else { return };
        self.node_mut(last).proven = Some(shares);
        let mut latest = shares;
        for &index in before.iter().rev() {
            let proven = match self.node(index).kind {
                Kind::Turn(seat) if latest[seat.index()] == 1.0 => Some(latest),
                Kind::Turn(seat) => self.choice(index, seat, thinker),
                _ => self.average(index),
            };
            let Some(proven) = proven else { return };
            self.node_mut(index).proven = Some(proven);
            latest = proven;
        }
    }

    /// What a seat makes of moves that are all certain.
    fn choice(&self, index: Index, seat: Seat, thinker: Seat) -> Option<Shares> {
        let mut best: Option<Shares> = None;
        for (_, child) in self.children(index) {
            let shares = child.proven?;
            let worth = |shares: &Shares| (shares[seat.index()], -shares[thinker.index()]);
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

    /// The move a seat would make now: the one it has looked at most often, or one that is certain to be better.
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
            (Some((_, node)), Some((index, share))) if f64::from(share) > node.average() => Some(index),
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
