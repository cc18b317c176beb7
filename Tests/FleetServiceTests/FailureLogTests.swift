import FleetCore
import FleetService
import Testing

@Suite("The log of failures of feeds")
struct FailureLogTests {
    private func update(_ seconds: Double, _ state: ServiceState) -> StateUpdate {
        StateUpdate(seq: 1, at: Timestamp(seconds: seconds), state: state)
    }

    private func failed(_ reason: FeedFailure.Reason, retryAt: Double? = nil) -> ServiceState {
        .failed(
            FeedFailure(reason, at: "demo"), retryAt: retryAt.map { Timestamp(seconds: $0) },
            attempt: 1, nil)
    }

    private static let live = ServiceState.live(
        .sample(1),
        nextAt: Timestamp(seconds: 60))

    @Test("has one entry when a feed fails, one for each other reason, and one when it is back")
    func failures() {
        var log = FailureLog()
        #expect(log.entry(of: "a", for: update(1, Self.live)) == nil)
        let first = log.entry(
            of: "a", for: update(10, failed(.network(.connectionReset), retryAt: 20)))
        #expect(
            first
                == .failed(
                    FeedFailure(.network(.connectionReset), at: "demo"),
                    since: Timestamp(seconds: 10),
                    retryAt: Timestamp(seconds: 20)))
        #expect(log.entry(of: "a", for: update(20, .loading(nil))) == nil)
        #expect(
            log.entry(of: "a", for: update(21, failed(.network(.connectionReset), retryAt: 40)))
                == nil)
        let other = log.entry(of: "a", for: update(41, failed(.network(.truncated))))
        #expect(
            other
                == .failed(
                    FeedFailure(.network(.truncated), at: "demo"), since: Timestamp(seconds: 10),
                    retryAt: nil
                ))
        #expect(
            log.entry(of: "a", for: update(70, Self.live)) == .recovered(after: .seconds(60)))
        #expect(log.entry(of: "a", for: update(80, Self.live)) == nil)
    }

    @Test("keeps feeds apart, and has nothing of a system without stations")
    func feeds() {
        var log = FailureLog()
        #expect(log.entry(of: "a", for: update(1, failed(.content(.noSites)))) == nil)
        #expect(log.entry(of: "b", for: update(1, failed(.network(.connectionReset)))) != nil)
        #expect(log.entry(of: "a", for: update(2, Self.live)) == nil)
    }
}
