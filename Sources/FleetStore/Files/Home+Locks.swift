public import FleetCore

extension Home {
    /// Purpose of a source's lock; the raw value is part of the file name.
    public enum LockPurpose: String, Sendable {
        /// Held by the leader of a source's subscription until it exits.
        case leader = "owner"
        /// Held during a request.
        case request
    }

    /// Returns the path of a source's lock file.
    ///
    /// It is next to the database and not with the sockets, because processes that share a home may
    /// have different run folders.
    public func lockPath(for key: SourceKey, _ purpose: LockPurpose) -> String {
        let name = Self.hexDigits(StableHash.hash(key.text)) + "." + purpose.rawValue
        return Self.join(lockFolder, name)
    }

    /// Path of the lock file for writing the preferences and the credentials.
    public var preferencesLockPath: String { Self.join(configFolder, "preferences.lock") }

    var lockFolder: String { Self.join(dataFolder, "locks") }

    /// Returns a hash as sixteen hexadecimal digits.
    static func hexDigits(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
