import FleetCore
import Foundation
import Testing

@testable import FleetServer

@Suite("Times on pages") struct ShownTimeTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    @Test("A time of the calendar names the zone of the server; scripts know it in UTC")
    func zone() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 3600))
        let shown = ShownTime(now + .seconds(30 * 86_400), zone: zone, now: now)
        #expect(shown.iso == "2027-02-14T08:00:00Z")
        let exact = ShownTime(now + .milliseconds(5), zone: zone, now: now)
        #expect(exact.iso == "2027-01-15T08:00:00.005Z", "as in live changes")
        #expect(shown.full == "2027-02-14 09:00:00 GMT+1")
        #expect(shown.text == "Feb 14 09:00 GMT+1")
    }

    @Test("A time of the calendar is written as its language writes dates")
    func language() throws {
        let german = try #require(Language.tagged("de"))
        Language.$current.withValue(german) {
            let shown = ShownTime(now + .seconds(30 * 86_400), zone: .gmt, now: now)
            #expect(shown.text == "14. Feb. 08:00 GMT")
            #expect(shown.full == "14. Feb. 2027 08:00:00 GMT")
            #expect(shown.formValue == "2027-02-14T08:00" && shown.iso == "2027-02-14T08:00:00Z")
            let ages = [-90.0, -3 * 86_400, 15].map {
                ShownTime(now + Duration(clampingSeconds: $0), zone: .gmt, now: now).text
            }
            #expect(ages == ["vor 1\u{A0}min", "vor 3 Tagen", "in 15\u{A0}s"])
        }
    }

    @Test("A recent time is an age, and one that comes soon a countdown")
    func age() {
        #expect(ShownTime(now - .seconds(90), zone: .gmt, now: now).text == "1 min ago")
        #expect(ShownTime(now + .seconds(15), zone: .gmt, now: now).text == "in 15 s")
    }
}
