//! Tests of the library in one program, since linking takes longer than most of them.

mod reference_player;
mod rules;
mod search;
mod slow_chess;
mod slow_gess;
mod slow_glex;
mod slow_hex;
mod slow_self;
mod slow_self_chess;
mod slow_self_gess;
mod slow_self_glex;
mod slow_self_zchess;
mod slow_zchess;
mod tools;
mod toy;
