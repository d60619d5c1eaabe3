//! What the command line offers beside the protocol.
