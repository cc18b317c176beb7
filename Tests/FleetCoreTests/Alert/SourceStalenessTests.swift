import FleetCore
import Testing

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

    @Test("An old vehicle feed is stale, an old site feed is not")
    func old() {
        var source = SourceStaleness()
        let old = snapshot(changed: .seconds(86_400))
        #expect(source.loaded(.sites, old, at: now) == nil)
        #expect(kind(source.loaded(.vehicles, old, at: now)) == "feed_stale")
    }
}
