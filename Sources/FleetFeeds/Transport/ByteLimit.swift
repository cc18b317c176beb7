import FleetCore

/// The largest size of a document, in bytes after decompression.
struct ByteLimit: Sendable {
    let bytes: Int64
    /// Whether it is that of the budget of the source, which its owner can change.
    var isBudget = false

    /// Returns the reason of the failure of a larger document, with its size if that is known.
    func reason(size: Int64? = nil) -> FeedFailure.Reason {
        isBudget
            ? .size(.overBudget(.document, limit: bytes, size: size))
            : .size(.tooLarge(limit: bytes))
    }
}
