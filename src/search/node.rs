//! Kinds of nodes, as types: the search is compiled once for each.

/// What is expected of a node.
pub(super) trait NodeType {
    /// The window is open: the node may be part of the principal variation.
    const PV: bool;
    /// A move is expected to fail high (zero window).
    const CUT: bool;
    /// The kind of a child that is searched with a zero window, in the expectation that it refutes nothing.
    type Scout: NodeType;
}

/// On the principal variation.
pub(super) struct Pv;

/// Zero window, one good move is expected to suffice.
pub(super) struct Cut;

/// Zero window, every move is expected to fail low.
pub(super) struct All;

impl NodeType for Pv {
    const PV: bool = true;
    const CUT: bool = false;
    type Scout = Cut;
}

impl NodeType for Cut {
    const PV: bool = false;
    const CUT: bool = true;
    type Scout = All;
}

impl NodeType for All {
    const PV: bool = false;
    const CUT: bool = false;
    type Scout = Cut;
}
