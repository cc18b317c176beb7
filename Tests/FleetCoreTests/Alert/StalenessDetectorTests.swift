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
