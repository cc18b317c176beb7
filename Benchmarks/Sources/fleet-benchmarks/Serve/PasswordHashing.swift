import PasswordBaseline

/// Hashing in plain C over libsodium.
enum PasswordHashing {
    /// Returns the number of hashes per second.
    static func rate(threads: Int32, seconds: Double) throws -> Double {
        let rate = password_baseline(threads, seconds)
        guard rate > 0 else { throw BenchmarkError.unexpectedResult("Argon2id failed") }
        return rate
    }
}
