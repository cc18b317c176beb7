import FleetCore
import Testing

@testable import FleetService

@Suite("The machine under random events")
struct MachinePropertyTests {
    @Test(
        "one subscription, one outcome per refresh, no late results, no work after a stop",
        arguments: 0..<200)
    func invariants(_ seed: Int) {
        var random = SeededGenerator(state: UInt64(seed))
        var service = SimulatedService(retries: seed % 4 != 0)
        for _ in 0..<Int.random(in: 1...300, using: &random) { step(&service, &random) }
        service.stop()
        for _ in 0..<20 { step(&service, &random) }
        service.stop()
        for _ in 0..<100 { service.progress(Int.random(in: 0..<1000, using: &random)) }
        #expect(service.machine.phase.summary == "stopped")
        #expect(service.isIdle && service.isFinished)
        #expect(service.outcomes.values.allSatisfy { $0 == 1 })
    }

    @Test("without a stop, every refresh gets its outcome in the end", arguments: 0..<50)
    func liveness(_ seed: Int) {
        var random = SeededGenerator(state: UInt64(seed) &+ 1_000_000)
        var service = SimulatedService()
        for _ in 0..<100 { step(&service, &random) }
        for _ in 0..<100 { service.progress(Int.random(in: 0..<1000, using: &random)) }
        #expect(service.outcomes.values.allSatisfy { $0 == 1 })
        #expect(!service.isIdle || service.machine.phase.summary == "idle")
    }

    @Test(
        "refreshes every 10 ms never starve a slow feed; each caller waits for two loads at most",
        arguments: [20, 3000, 4990, 5010, 8000, 29_000])
    func starvation(_ milliseconds: Int) {
        var service = SimulatedService()
        let load = Duration.milliseconds(milliseconds)
        for _ in 0..<12_000 {
            service.refresh()
            while !service.isLoading || service.loadingFor >= load { service.progress(1) }
            service.advance(by: .milliseconds(10))
        }
        let minCommits = Duration.seconds(120).milliseconds / (5000 + load.milliseconds + 100)
        #expect(service.commits >= minCommits)
        #expect(service.maxWait <= .seconds(5) + load + .milliseconds(100))
    }

    private func step(_ service: inout SimulatedService, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: service.start()
        case 1, 2, 3: service.refresh()
        case 4: service.advance(by: .milliseconds(Int.random(in: 0...7000, using: &random)))
        case 5: service.advance(by: .seconds(-Int.random(in: 0...3, using: &random)))
        case 6:
            let kinds: [EventKind] = [
                .recordRead, .loaded, .error, .committed, .failureStored, .timerFired, .disposed,
            ]
            if let kind = kinds.randomElement(using: &random) {
                service.reportStale(kind, Int.random(in: 0...40, using: &random))
            }
        default: service.progress(Int.random(in: 0..<1000, using: &random))
        }
    }
}
