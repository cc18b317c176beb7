public import FleetCore

extension Home {
    /// What a lock of a source is for.
    public enum LockPurpose: String, Sendable {
        /// Held for its life by the process that leads a source's subscription.
        case owner
        /// Held during a request.
        case request
    }

    /// The file by which processes take turns at a source.
    ///
    /// It lies beside the database and not with the sockets, since processes that share a home may
    /// have different run folders.
    public func lockPath(for key: SourceKey, _ purpose: LockPurpose) -> String {
        let name = Self.digits(StableHash.hash(key.text)) + "." + purpose.rawValue
        return Self.join(lockFolder, name)
    }

    /// The file by which processes take turns at writing the preferences and the credentials.
    public var preferencesLockPath: String { Self.join(configFolder, "preferences.lock") }

    var lockFolder: String { Self.join(dataFolder, "locks") }

    /// Sixteen hexadecimal digits.
    static func digits(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
