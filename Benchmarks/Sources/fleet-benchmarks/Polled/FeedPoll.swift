/// Poll of a feed that got its vehicles.
struct FeedPoll {
    /// Number of the feed.
    let feed: Int
    /// The `last_updated` that it got, in seconds since 1970.
    let update: Int
    /// Time at which the whole response was sent.
    let sentAt: ContinuousClock.Instant
}
