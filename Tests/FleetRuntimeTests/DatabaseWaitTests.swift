import Testing

@testable import FleetRuntime

@Suite("Waiting for a database")
struct DatabaseWaitTests {
    @Test("the pauses grow to five seconds, and the cause is logged once a minute")
    func pauses() {
        var wait = DatabaseWait()
        var now = ContinuousClock.now
        var pauses: [Duration] = []
        var logged: [Int] = []
        for attempt in 0..<20 {
            let (pause, isLogged) = wait.next(at: now)
            if isLogged { logged.append(attempt) }
            pauses.append(pause)
            now += pause
        }
        let first: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]
        #expect(Array(pauses.prefix(4)) == first)
        #expect(pauses.dropFirst(4).allSatisfy { $0 == .seconds(5) })
        // 7.5 s of growing pauses, then one each five seconds.
        #expect(logged == [0, 15])
    }
}
