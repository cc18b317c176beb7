import CSodium

/// Argon2id (RFC 9106) in libsodium's text form, which holds its parameters and the salt.
struct Argon2: Sendable {
    /// Number of passes.
    let passes: UInt64
    /// Memory in bytes.
    let memory: Int

    /// Returns the hash of a password with a random salt.
    /// - Throws: `TeamError.busy` if there is not enough memory.
    func hash(_ password: [UInt8]) throws(TeamError) -> String {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
        let status = password.withUnsafeBytes { bytes in
            crypto_pwhash_str(
                &text, bytes.assumingMemoryBound(to: CChar.self).baseAddress ?? Self.nothing,
                UInt64(bytes.count), passes, memory)
        }
        guard status == 0 else { throw .busy }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns whether a password has a hash; libsodium compares in constant time.
    func verify(_ password: [UInt8], against hash: String) -> Bool {
        password.withUnsafeBytes { bytes in
            crypto_pwhash_str_verify(
                hash, bytes.assumingMemoryBound(to: CChar.self).baseAddress ?? Self.nothing,
                UInt64(bytes.count)) == 0
        }
    }

    /// Returns whether a hash has other parameters than these.
    func differs(from hash: String) -> Bool {
        crypto_pwhash_str_needs_rehash(hash, passes, memory) != 0
    }

    /// Makes libsodium ready; it may be called any number of times.
    static func prepare() throws(TeamError) {
        guard sodium_init() >= 0 else { throw .busy }
    }

    /// Address of an empty password, which is not read.
    // SAFETY: one byte that is never written after initialization.
    private nonisolated(unsafe) static let nothing: UnsafePointer<CChar> = {
        let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        byte.initialize(to: 0)
        return UnsafePointer(byte)
    }()
}
