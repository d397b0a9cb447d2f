//! The cryptography under encrypted connections.

/// Chooses `ring` for the whole process, unless a provider was chosen before.
pub(super) fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
