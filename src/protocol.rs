//! The text protocol.
