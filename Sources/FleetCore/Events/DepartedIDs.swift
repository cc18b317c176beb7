/// Hashes of the IDs that recently left the feed, at most twice the size of the fleet.
struct DepartedIDs: Sendable {
    private var recent: Set<UInt64> = []
    private var older: Set<UInt64> = []

    func contains(_ id: String) -> Bool {
        if recent.isEmpty, older.isEmpty { return false }
        let hash = StableHash.hash(id)
        return recent.contains(hash) || older.contains(hash)
    }

    /// Adds an ID; once there are as many as vehicles in the fleet, the older ones are dropped.
    mutating func insert(_ id: String, fleet: Int) {
        if recent.count >= max(fleet, 1024) {
            older = recent
            recent = []
        }
        recent.insert(StableHash.hash(id))
    }
}
