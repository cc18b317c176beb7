import FleetCore
import Synchronization
import Testing

@testable import FleetPostgres

@Suite("The clock of a database") struct DatabaseClockTests {
    private static let noon = Timestamp(seconds: 1_800_000_000)
    private let start = ContinuousClock.now

    @Test("A clock that is ahead by more than five minutes gives way to it; others do not")
    func ahead() {
        let lines = Mutex<[String]>([])
        let clock = DatabaseClock { line in lines.withLock { $0.append(line) } }
        let unread = Self.noon + .seconds(7200)
        #expect(clock.corrected(unread, at: start) == unread)
        clock.note(Self.noon, askedAt: start)
        for seconds in [-86_400, -301, 0, 299, 300] {
            let own = Self.noon + .seconds(seconds)
            #expect(clock.corrected(own, at: start) == own)
        }
        #expect(lines.withLock(\.self) == [])
        for seconds in [301, 3600, 86_400] {
            let own = Self.noon + .seconds(seconds + 10)
            #expect(clock.corrected(own, at: start + .seconds(10)) == Self.noon + .seconds(10))
        }
        #expect(clock.corrected(Self.noon, at: start) == Self.noon)
        #expect(
            lines.withLock(\.self) == [
                "the clock of this machine is 301 s ahead of that of the database, whose time is "
                    + "stored; set the clock",
                "the clock of this machine agrees with that of the database again",
            ])
    }

    @Test("A reading is renewed after 15 seconds, and says nothing after a minute")
    func age() {
        let clock = DatabaseClock()
        #expect(clock.isDue(at: start))
        clock.note(Self.noon, askedAt: start)
        #expect(!clock.isDue(at: start + .seconds(14)))
        #expect(clock.isDue(at: start + .seconds(15)))
        let own = Self.noon + .seconds(3600)
        #expect(clock.corrected(own, at: start + .seconds(59)) == Self.noon + .seconds(59))
        #expect(clock.corrected(own, at: start + .seconds(60)) == own)
    }
}
