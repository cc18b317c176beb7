import FleetCore
import Testing

@Suite("Staleness of a feed")
struct StalenessDetectorTests {
    private let now = Samples.now

    @Test("Repeated failures raise one alert, and another after the feed was restored")
    func failures() {
        var detector = StalenessDetector()
        #expect(kind(detector.failed("down", last: nil, at: now)) == "feed_stale")
        #expect(detector.failed("down", last: nil, at: now) == nil)
        #expect(kind(detector.loaded(snapshot(changed: .zero), at: now)) == "feed_restored")
        #expect(detector.loaded(snapshot(changed: .zero), at: now) == nil)
        #expect(kind(detector.failed("down", last: nil, at: now)) == "feed_stale")
    }

    @Test("A good feed raises no alert unless it was stale")
    func good() {
        var detector = StalenessDetector()
        #expect(detector.loaded(snapshot(changed: .zero), at: now) == nil)
        #expect(detector.loaded(snapshot(changed: nil), at: now) == nil)
    }

    @Test(
        "A feed is too old after ten minutes and three times its ttl",
        arguments: [
            (600, nil, nil), (601, nil, "feed_stale"), (601, 60, "feed_stale"), (900, 300, nil),
            (901, 300, "feed_stale"), (-3600, 60, nil), (86_400, Double.infinity, nil),
            (86_400, .nan, "feed_stale"), (601, -5, "feed_stale"),
        ] as [(Int, Double?, String?)])
    func age(seconds: Int, ttl: Double?, alert: String?) {
        var detector = StalenessDetector()
        let info = snapshot(changed: .seconds(seconds), ttl: ttl)
        #expect(kind(detector.loaded(info, at: now)) == alert)
    }

    @Test("A response that is too old neither ends a failure nor raises another alert")
    func oldResponse() {
        var detector = StalenessDetector()
        #expect(kind(detector.failed("down", last: nil, at: now)) == "feed_stale")
        #expect(detector.loaded(snapshot(changed: .seconds(3600)), at: now) == nil)
        #expect(kind(detector.loaded(snapshot(changed: .zero), at: now)) == "feed_restored")
    }

    @Test("A simulation with a stopped clock is not stale")
    func simulated() {
        var detector = StalenessDetector()
        let info = snapshot(changed: .seconds(86_400), isSimulated: true)
        #expect(detector.loaded(info, at: now) == nil)
    }

    @Test("Extreme times do not overflow", arguments: [Int64.min, .max])
    func times(milliseconds: Int64) {
        var detector = StalenessDetector()
        var info = snapshot(changed: .zero)
        info.feed.lastUpdated = Timestamp(milliseconds: milliseconds)
        #expect((detector.loaded(info, at: now) != nil) == (milliseconds < 0))
    }
}

@Suite("Staleness of a source with two feeds")
struct SourceStalenessTests {
    private let now = Samples.now
    private let cause = "HTTP status 500"
    private var info: SnapshotInfo { snapshot(changed: .zero) }

    @Test("A failed site feed is reported and restored independently of the vehicle feed")
    func sites() {
        var source = SourceStaleness()
        #expect(kind(source.failed(.sites, cause, last: info, at: now)) == "feed_stale")
        #expect(source.failed(.sites, cause, last: info, at: now) == nil)
        #expect(source.loaded(.vehicles, info, at: now) == nil)
        #expect(kind(source.loaded(.sites, info, at: now)) == "feed_restored")
        #expect(source.loaded(.sites, info, at: now) == nil)
    }

    @Test(
        "A common cause raises one alert, restored when both feeds are back",
        arguments: [Source.Feed.vehicles, .sites], [Source.Feed.vehicles, .sites])
    func together(first: Source.Feed, back: Source.Feed) {
        func other(_ feed: Source.Feed) -> Source.Feed { feed == .sites ? .vehicles : .sites }
        var source = SourceStaleness()
        #expect(kind(source.failed(first, cause, last: nil, at: now)) == "feed_stale")
        #expect(source.failed(other(first), cause, last: nil, at: now) == nil)
        #expect(source.loaded(back, info, at: now) == nil)
        #expect(kind(source.loaded(other(back), info, at: now)) == "feed_restored")
    }

    @Test("Different causes raise separate alerts")
    func apart() {
        var source = SourceStaleness()
        #expect(kind(source.failed(.sites, "gone", last: nil, at: now)) == "feed_stale")
        #expect(kind(source.failed(.vehicles, cause, last: nil, at: now)) == "feed_stale")
        #expect(kind(source.loaded(.vehicles, info, at: now)) == "feed_restored")
        #expect(kind(source.loaded(.sites, info, at: now)) == "feed_restored")
    }

    @Test("A source without sites is restored with its vehicles", arguments: [false, true])
    func withoutSites(areVehiclesFirst: Bool) {
        var source = SourceStaleness()
        #expect(source.lacks(.sites) == nil)
        #expect(kind(source.failed(.vehicles, cause, last: nil, at: now)) == "feed_stale")
        #expect(source.failed(.sites, cause, last: nil, at: now) == nil)
        if areVehiclesFirst {
            #expect(source.loaded(.vehicles, info, at: now) == nil)
            #expect(kind(source.lacks(.sites)) == "feed_restored")
        } else {
            #expect(source.lacks(.sites) == nil)
            #expect(kind(source.loaded(.vehicles, info, at: now)) == "feed_restored")
        }
        #expect(source.loaded(.vehicles, info, at: now) == nil)
        #expect(source.lacks(.sites) == nil)
    }

    @Test("An old vehicle feed is stale, an old site feed is not")
    func old() {
        var source = SourceStaleness()
        let old = snapshot(changed: .seconds(86_400))
        #expect(source.loaded(.sites, old, at: now) == nil)
        #expect(kind(source.loaded(.vehicles, old, at: now)) == "feed_stale")
    }
}

/// Returns a snapshot of a feed last changed this long before `Samples.now`; `nil` omits
/// `last_updated`.
func snapshot(changed: Duration?, ttl: Double? = nil, isSimulated: Bool = false) -> SnapshotInfo {
    var feed = FeedDescription(format: "GBFS 3.0")
    feed.lastUpdated = changed.map { Samples.now - $0 }
    feed.ttlSeconds = ttl
    feed.isSimulated = isSimulated
    return SnapshotInfo(
        revision: 1, feed: feed, fetchedAt: Samples.now, total: 1, changes: .none,
        parseReport: ParseReport(), rotation: .unknown)
}

/// Returns the kind of an alert, if any.
func kind(_ content: Alert.Content?) -> String? {
    content.map { Alert($0, of: "town", at: Samples.now).kind.name }
}
