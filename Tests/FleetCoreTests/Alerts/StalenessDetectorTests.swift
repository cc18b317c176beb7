import FleetCore
import Testing

@Suite("Staleness of a feed")
struct StalenessDetectorTests {
    private let now = Samples.now
    /// The first failure makes a feed stale.
    private static let first = try? FailureBound("1")

    @Test("A feed is stale after three failures and five minutes, unless a source says otherwise")
    func bound() throws {
        /// The number of the first failure that raises an alert, of failures at these seconds.
        func raising(_ bound: FailureBound?, at seconds: Double...) -> Int? {
            var detector = StalenessDetector(bound)
            return seconds.indices.first { index in
                let content = detector.failed(
                    "down", attempt: index + 1, last: nil, at: now + .seconds(seconds[index]))
                if case .feedStale(let period) = content { #expect(period.since == now) }
                return content != nil
            }.map { $0 + 1 }
        }
        let standard = FailureBound()
        #expect(raising(standard, at: 0) == nil)
        #expect(raising(standard, at: 0, 400) == nil)
        #expect(raising(standard, at: 0, 5, 299) == nil)
        #expect(raising(standard, at: 0, 5, 299, 300) == 4)
        #expect(raising(standard, at: 0, 5, 300) == 3)
        #expect(raising(try FailureBound("2"), at: 0, 0) == 2)
        #expect(raising(try FailureBound("1m"), at: 0, 59, 60) == 3)
        #expect(raising(nil, at: 0, 4000, 8000, 9000) == nil)
    }

    @Test("A feed that is back counts its failures anew, and one that is not read again is stale")
    func ends() {
        var detector = StalenessDetector(FailureBound())
        _ = detector.failed("down", attempt: 1, last: nil, at: now)
        #expect(detector.loaded(snapshot(changed: .zero), at: now) == nil)
        let later = now + .seconds(3600)
        #expect(detector.failed("down", attempt: 3, last: nil, at: later) == nil)
        #expect(kind(detector.failed("down", attempt: nil, last: nil, at: later)) == "feed_stale")
    }

    @Test(
        "A bound is typed as failures, a duration or both",
        arguments: [
            ("3,5m", "3,5m"), ("1", "1"), ("10m", "1,10m"), (" 2 , 90s ", "2,90s"),
        ])
    func typed(text: String, shown: String) throws {
        #expect(try FailureBound(text).text == shown)
    }

    @Test(
        "Other texts are no bound",
        arguments: ["", "0", "x", "5m,3", "3,5", "3,8d", "1,1,1m", "-1"])
    func refused(text: String) {
        #expect(throws: QuantityError.self) { try FailureBound(text) }
    }

    @Test("Repeated failures raise one alert, and another after the feed was restored")
    func failures() {
        var detector = StalenessDetector(Self.first)
        #expect(kind(detector.failed("down", attempt: 1, last: nil, at: now)) == "feed_stale")
        #expect(detector.failed("down", attempt: 1, last: nil, at: now) == nil)
        #expect(kind(detector.loaded(snapshot(changed: .zero), at: now)) == "feed_restored")
        #expect(detector.loaded(snapshot(changed: .zero), at: now) == nil)
        #expect(kind(detector.failed("down", attempt: 1, last: nil, at: now)) == "feed_stale")
    }

    @Test("A good feed raises no alert unless it was stale")
    func good() {
        var detector = StalenessDetector(Self.first)
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
        var detector = StalenessDetector(Self.first)
        let info = snapshot(changed: .seconds(seconds), ttl: ttl)
        #expect(kind(detector.loaded(info, at: now)) == alert)
    }

    @Test("A response that is too old neither ends a failure nor raises another alert")
    func oldResponse() {
        var detector = StalenessDetector(Self.first)
        #expect(kind(detector.failed("down", attempt: 1, last: nil, at: now)) == "feed_stale")
        #expect(detector.loaded(snapshot(changed: .seconds(3600)), at: now) == nil)
        #expect(kind(detector.loaded(snapshot(changed: .zero), at: now)) == "feed_restored")
    }

    @Test("A simulation with a stopped clock is not stale")
    func simulated() {
        var detector = StalenessDetector(Self.first)
        let info = snapshot(changed: .seconds(86_400), isSimulated: true)
        #expect(detector.loaded(info, at: now) == nil)
    }

    @Test("A table that was edited long ago is not stale", arguments: TableFormat.allCases)
    func table(format: TableFormat) {
        var detector = StalenessDetector(Self.first)
        var info = snapshot(changed: .seconds(30 * 86_400), ttl: 60)
        #expect(kind(detector.loaded(info, at: now)) == "feed_stale")
        detector = StalenessDetector(Self.first)
        info.feed.format = format.rawValue
        #expect(detector.loaded(info, at: now) == nil)
    }

    @Test("A table that cannot be read is stale once, until it can be read, without its sites")
    func damagedTable() {
        var source = SourceStaleness(Self.first)
        var info = snapshot(changed: nil)
        info.feed.format = TableFormat.workbook.rawValue
        let alerts = [
            source.failed(.vehicles, "no ID column", attempt: 1, last: info, at: now),
            source.failed(.sites, "not valid JSON", attempt: 1, last: info, at: now),
            source.failed(.vehicles, "no ID column", attempt: 2, last: info, at: now),
            source.loaded(.sites, info, at: now), source.loaded(.vehicles, info, at: now),
            source.loaded(.vehicles, info, at: now),
        ]
        #expect(alerts.compactMap { kind($0) } == ["feed_stale", "feed_restored"])
    }

    @Test("Extreme times do not overflow", arguments: [Int64.min, .max])
    func times(milliseconds: Int64) {
        var detector = StalenessDetector(Self.first)
        var info = snapshot(changed: .zero)
        info.feed.lastUpdated = Timestamp(milliseconds: milliseconds)
        #expect((detector.loaded(info, at: now) != nil) == (milliseconds < 0))
    }
}

@Suite("Staleness of a source with two feeds")
struct SourceStalenessTests {
    private static let first = try? FailureBound("1")

    private let now = Samples.now
    private let cause = "HTTP status 500"
    private var info: SnapshotInfo { snapshot(changed: .zero) }

    @Test("A failed site feed is reported and restored independently of the vehicle feed")
    func sites() {
        var source = SourceStaleness(Self.first)
        #expect(kind(source.failed(.sites, cause, attempt: 1, last: info, at: now)) == "feed_stale")
        #expect(source.failed(.sites, cause, attempt: 1, last: info, at: now) == nil)
        #expect(source.loaded(.vehicles, info, at: now) == nil)
        #expect(kind(source.loaded(.sites, info, at: now)) == "feed_restored")
        #expect(source.loaded(.sites, info, at: now) == nil)
    }

    @Test(
        "A common cause raises one alert, restored when both feeds are back",
        arguments: [Source.Feed.vehicles, .sites], [Source.Feed.vehicles, .sites])
    func together(first: Source.Feed, back: Source.Feed) {
        func other(_ feed: Source.Feed) -> Source.Feed { feed == .sites ? .vehicles : .sites }
        var source = SourceStaleness(Self.first)
        #expect(kind(source.failed(first, cause, attempt: 1, last: nil, at: now)) == "feed_stale")
        #expect(source.failed(other(first), cause, attempt: 1, last: nil, at: now) == nil)
        #expect(source.loaded(back, info, at: now) == nil)
        #expect(kind(source.loaded(other(back), info, at: now)) == "feed_restored")
    }

    @Test("Different causes raise separate alerts")
    func apart() {
        var source = SourceStaleness(Self.first)
        #expect(kind(source.failed(.sites, "gone", attempt: 1, last: nil, at: now)) == "feed_stale")
        #expect(
            kind(source.failed(.vehicles, cause, attempt: 1, last: nil, at: now)) == "feed_stale")
        #expect(kind(source.loaded(.vehicles, info, at: now)) == "feed_restored")
        #expect(kind(source.loaded(.sites, info, at: now)) == "feed_restored")
    }

    @Test("A source without sites is restored with its vehicles", arguments: [false, true])
    func withoutSites(areVehiclesFirst: Bool) {
        var source = SourceStaleness(Self.first)
        #expect(source.lacks(.sites) == nil)
        #expect(
            kind(source.failed(.vehicles, cause, attempt: 1, last: nil, at: now)) == "feed_stale")
        #expect(source.failed(.sites, cause, attempt: 1, last: nil, at: now) == nil)
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
        var source = SourceStaleness(Self.first)
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
