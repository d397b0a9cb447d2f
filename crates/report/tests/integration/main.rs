//! Terms as C text.

mod expressions;
mod floats;
mod ideal;
