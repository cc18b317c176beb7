/// The codes that left the feed not long ago, as hashes; at most two fleets of them are kept.
struct DepartedIDs: Sendable {
    private var recent: Set<UInt64> = []
    private var older: Set<UInt64> = []

    func contains(_ id: String) -> Bool {
        if recent.isEmpty, older.isEmpty { return false }
        let hash = StableHash.hash(id)
        return recent.contains(hash) || older.contains(hash)
    }

    /// Notes a code; once there are as many as the fleet has vehicles, the older ones go.
    mutating func insert(_ id: String, fleet: Int) {
        if recent.count >= max(fleet, 1024) {
            older = recent
            recent = []
        }
        recent.insert(StableHash.hash(id))
    }
}
