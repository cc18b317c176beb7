import FleetCore
import Testing

@Suite("Both feeds of a source are followed, and what ails both is told once")
struct StaleSourceTests {
    private let now = Samples.now
    private let cause = "HTTP status 500"
    private var info: SnapshotInfo { snapshot(changed: .zero) }

    @Test("sites that fail alone are told, and when they are back, whatever the vehicles do")
    func sites() {
        var source = StaleSource()
        #expect(kind(source.failed(.sites, cause, last: info, at: now)) == "feed_stale")
        #expect(source.failed(.sites, cause, last: info, at: now) == nil)
        #expect(source.answered(.vehicles, info, at: now) == nil)
        #expect(kind(source.answered(.sites, info, at: now)) == "feed_restored")
        #expect(source.answered(.sites, info, at: now) == nil)
    }

    @Test(
        "one cause is one alert, and it is over when both are back",
        arguments: [Source.Feed.vehicles, .sites], [Source.Feed.vehicles, .sites])
    func together(first: Source.Feed, back: Source.Feed) {
        func other(_ feed: Source.Feed) -> Source.Feed { feed == .sites ? .vehicles : .sites }
        var source = StaleSource()
        #expect(kind(source.failed(first, cause, last: nil, at: now)) == "feed_stale")
        #expect(source.failed(other(first), cause, last: nil, at: now) == nil)
        #expect(source.answered(back, info, at: now) == nil)
        #expect(kind(source.answered(other(back), info, at: now)) == "feed_restored")
    }

    @Test("two causes are told by themselves, so that neither hides the other")
    func apart() {
        var source = StaleSource()
        #expect(kind(source.failed(.sites, "gone", last: nil, at: now)) == "feed_stale")
        #expect(kind(source.failed(.vehicles, cause, last: nil, at: now)) == "feed_stale")
        #expect(kind(source.answered(.vehicles, info, at: now)) == "feed_restored")
        #expect(kind(source.answered(.sites, info, at: now)) == "feed_restored")
    }

    @Test("vehicles may be too old, but not what is known of sites")
    func old() {
        var source = StaleSource()
        let old = snapshot(changed: .seconds(86_400))
        #expect(source.answered(.sites, old, at: now) == nil)
        #expect(kind(source.answered(.vehicles, old, at: now)) == "feed_stale")
    }
}
