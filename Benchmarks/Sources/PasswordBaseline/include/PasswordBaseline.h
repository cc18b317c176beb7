#pragma once

/// Hashes passwords with Argon2id, two passes over 19 MiB, as the server does.
///
/// Returns the number of hashes per second, or a negative number if one failed.
double password_baseline(int threads, double seconds);
