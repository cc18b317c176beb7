import FleetTestSupport
import Foundation
import Synchronization
import Testing

@testable import FleetPostgres

@Suite struct ConnectionGateTests {
    private let lost = PostgresError(state: "", message: "lost", isConnectionLost: true)

    /// Returns a gate for which no failure is slow.
    private static func gate() -> ConnectionGate {
        ConnectionGate(slowness: .seconds(Deadline.seconds)) {}
    }

    private func fail(_ gate: ConnectionGate) {
        #expect(throws: lost) { try gate.pass { throw lost } }
    }

    @Test("attempts at the same time are made as long as none has failed")
    func parallel() throws {
        let gate = Self.gate()
        #expect(try gate.pass { try gate.pass { 7 } } == 7)
    }

    @Test("after a failure, others are refused while the next attempt runs")
    func refused() throws {
        let gate = Self.gate()
        fail(gate)
        _ = try gate.pass {
            #expect(throws: lost) { try gate.pass { Issue.record("a second attempt was made") } }
        }
        #expect(try gate.pass { try gate.pass { 7 } } == 7)
    }

    @Test("an attempt that began before the first failure lets nobody else in when it fails")
    func early() throws {
        let gate = Self.gate()
        let (began, mayEnd, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread { [lost] in
            try? gate.pass {
                began.signal()
                mayEnd.wait()
                throw lost
            }
            ended.signal()
        }
        began.wait()
        fail(gate)
        try gate.pass {
            mayEnd.signal()
            ended.wait()
            #expect(throws: lost) { try gate.pass { Issue.record("a second attempt was made") } }
        }
    }

    @Test(
        "after a slow failure, or a connection that stopped answering, nobody waits for an attempt",
        arguments: [true, false])
    func silent(hasFailed: Bool) async throws {
        let isBack = Mutex(false)
        let attempts = Mutex(0)
        let gate = ConnectionGate(slowness: .zero) { [lost] in
            attempts.withLock { $0 += 1 }
            guard isBack.withLock(\.self) else { throw lost }
        }
        if hasFailed { fail(gate) } else { gate.report(lost) }
        func refuse() {
            #expect(throws: lost) { try gate.pass { Issue.record("somebody has to wait") } }
        }
        refuse()
        isBack.withLock { $0 = true }
        try await waitUntil("the gate is open") { (try? gate.pass { true }) ?? false }
        #expect(attempts.withLock(\.self) > 0)
    }

    @Test("each failure lets the next attempt be made")
    func repeated() {
        let gate = Self.gate()
        for _ in 0..<3 { fail(gate) }
    }

    @Test("an error of a server that answers closes nothing")
    func answered() throws {
        let gate = Self.gate()
        fail(gate)
        let denied = PostgresError(state: "42501", message: "denied")
        #expect(throws: denied) { try gate.pass { throw denied } }
        #expect(try gate.pass { try gate.pass { 7 } } == 7)
    }
}
