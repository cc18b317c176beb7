import FleetCore
import Testing

@Suite("A feed that is stale is told of once, and when it is good again")
struct StaleWatchTests {
    private let now = Samples.now

    @Test("once for any number of failures, and again after it was good")
    func failures() {
        var watch = StaleWatch()
        #expect(kind(watch.failed("down", last: nil, at: now)) == "feed_stale")
        #expect(watch.failed("down", last: nil, at: now) == nil)
        #expect(kind(watch.answered(snapshot(changed: .zero), at: now)) == "feed_restored")
        #expect(watch.answered(snapshot(changed: .zero), at: now) == nil)
        #expect(kind(watch.failed("down", last: nil, at: now)) == "feed_stale")
    }

    @Test("a good feed is told of only if it was stale")
    func good() {
        var watch = StaleWatch()
        #expect(watch.answered(snapshot(changed: .zero), at: now) == nil)
        #expect(watch.answered(snapshot(changed: nil), at: now) == nil)
    }

    @Test(
        "it may be ten minutes old, or three times its ttl",
        arguments: [
            (600, nil, nil), (601, nil, "feed_stale"), (601, 60, "feed_stale"), (900, 300, nil),
            (901, 300, "feed_stale"), (-3600, 60, nil), (86_400, Double.infinity, nil),
            (86_400, .nan, "feed_stale"), (601, -5, "feed_stale"),
        ] as [(Int, Double?, String?)])
    func age(seconds: Int, ttl: Double?, told: String?) {
        var watch = StaleWatch()
        let info = snapshot(changed: .seconds(seconds), ttl: ttl)
        #expect(kind(watch.answered(info, at: now)) == told)
    }

    @Test("an answer that is too old does not end a failure, and is not told beside it")
    func oldAnswer() {
        var watch = StaleWatch()
        #expect(kind(watch.failed("down", last: nil, at: now)) == "feed_stale")
        #expect(watch.answered(snapshot(changed: .seconds(3600)), at: now) == nil)
        #expect(kind(watch.answered(snapshot(changed: .zero), at: now)) == "feed_restored")
    }

    @Test("a simulation whose time stands still is not stale")
    func simulated() {
        var watch = StaleWatch()
        let info = snapshot(changed: .seconds(86_400), isSimulated: true)
        #expect(watch.answered(info, at: now) == nil)
    }

    @Test("a time from long ago or far ahead does no harm", arguments: [Int64.min, .max])
    func times(milliseconds: Int64) {
        var watch = StaleWatch()
        var info = snapshot(changed: .zero)
        info.feed.lastUpdated = Timestamp(milliseconds: milliseconds)
        #expect((watch.answered(info, at: now) != nil) == (milliseconds < 0))
    }
}
