extension ListHead {
    /// The head as the members of a JSON object.
    func add(to object: inout JSONObject) {
        object.add("source", source)
        object.add("simulated", isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        object.add("filter", FilterParts(filter).json)
        object.add("total", counts.total)
        object.add("skipped", skipped)
    }
}
