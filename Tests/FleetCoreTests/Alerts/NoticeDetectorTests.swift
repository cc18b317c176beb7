import FleetCore
import Foundation
import Testing

@Suite("Notices that begin to hold")
struct NoticeDetectorTests {
    private func notice(
        _ id: String, _ summary: String = "Strike", from start: Double? = nil,
        to end: Double? = nil
    ) -> SystemAlert {
        var alert = SystemAlert(id: id, summary: summary)
        if start != nil || end != nil {
            alert.times = [
                .init(
                    start: start.map(Timestamp.init(seconds:)),
                    end: end.map(Timestamp.init(seconds:)))
            ]
        }
        return alert
    }

    /// Returns the IDs that are reported for the notices at each time.
    private func began(
        _ snapshots: (Double, [SystemAlert])..., filter: Filter = Filter()
    ) -> [[String]] {
        var detector = NoticeDetector()
        return snapshots.map { time, notices in
            detector.began(notices, of: .vehicles, at: Timestamp(seconds: time), for: filter)
                .map(\.id)
        }
    }

    @Test("each once, whatever becomes of its text; those of the first snapshot not at all")
    func once() {
        #expect(
            began(
                (1, [notice("a")]), (2, [notice("a"), notice("b")]), (3, [notice("b", "Over")]),
                (4, [notice("a"), notice("b", "Longer")]))
                == [[], ["b"], [], []])
    }

    @Test("when the announced time comes, and again when new times make it hold again")
    func times() {
        #expect(
            began(
                (1, []), (2, [notice("a", from: 5, to: 10)]), (5, [notice("a", from: 5, to: 10)]),
                (9, [notice("a", from: 5, to: 20)]), (30, [notice("a", from: 5, to: 20)]),
                (31, [notice("a", from: 31, to: 40)]))
                == [[], [], ["a"], [], [], ["a"]])
    }

    @Test("those for stations or regions only if the filter selects one of them")
    func concerns() {
        var (station, region) = (notice("s"), notice("r"))
        (station.stationIDs, region.regionIDs) = (["1"], ["North"])
        let all = [station, region]
        #expect(began((1, []), (2, all)) == [[], []])
        var filter = Filter()
        filter.station = "1"
        #expect(began((1, []), (2, all), filter: filter) == [[], ["s"]])
        filter.regions = ["north"]
        #expect(began((1, []), (2, all), filter: filter) == [[], ["s", "r"]])
    }

    @Test("the same notice of both feeds is one")
    func feeds() {
        var detector = NoticeDetector()
        func began(_ feed: Source.Feed, _ notices: SystemAlert...) -> [String] {
            detector.began(notices, of: feed, at: Timestamp(seconds: 1)).map(\.id)
        }
        #expect(began(.vehicles) == [] && began(.sites, notice("old")) == [])
        #expect(began(.vehicles, notice("new")) == ["new"])
        #expect(began(.sites, notice("old"), notice("new")) == [])
    }

    @Test("the alert has the members of GBFS, bounded and safe for a terminal")
    func alert() throws {
        var hostile = notice("1", "Strike \u{1B}[31m")
        hostile.text = String(repeating: "é", count: 4000)
        hostile.stationIDs = (0..<1000).map { String(repeating: "x", count: 5000) + "\($0)" }
        let alert = Alert(.notice(hostile), of: "oslo", at: Samples.now)
        #expect(alert.kind == .systemAlert && alert.id == nil)
        #expect(alert.message == #"oslo: Strike \u{1B}[31m"#)
        #expect(alert.json.bytes.count < 50_000)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(alert.json.bytes)) as? [String: Any])
        #expect(object["event"] as? String == "system_alert")
        #expect(object["alert_id"] as? String == "1")
        #expect(object["summary"] as? String == "Strike \u{1B}[31m")
        #expect(object["source"] as? String == "oslo")
    }
}
