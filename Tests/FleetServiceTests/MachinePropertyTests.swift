import FleetCore
import Testing

@testable import FleetService

@Suite("The machine under random events")
struct MachinePropertyTests {
    @Test(
        "one subscription, one outcome a refresh, nothing of what is disposed, nothing after a stop",
        arguments: 0..<200)
    func promises(_ seed: Int) {
        var random = SeededGenerator(state: UInt64(seed))
        var world = World(retries: seed % 4 != 0)
        for _ in 0..<Int.random(in: 1...300, using: &random) { step(&world, &random) }
        world.stop()
        for _ in 0..<20 { step(&world, &random) }
        world.stop()
        for _ in 0..<100 { world.progress(Int.random(in: 0..<1000, using: &random)) }
        #expect(world.machine.phase.words == "stopped")
        #expect(world.isIdle && world.isFinished)
        #expect(world.outcomes.values.allSatisfy { $0 == 1 })
    }

    @Test("without a stop every refresh gets its outcome once the world goes on", arguments: 0..<50)
    func liveness(_ seed: Int) {
        var random = SeededGenerator(state: UInt64(seed) &+ 1_000_000)
        var world = World()
        for _ in 0..<100 { step(&world, &random) }
        for _ in 0..<100 { world.progress(Int.random(in: 0..<1000, using: &random)) }
        #expect(world.outcomes.values.allSatisfy { $0 == 1 })
        #expect(!world.isIdle || world.machine.phase.words == "idle")
    }

    @Test(
        "refreshing every 10 ms never starves a feed, however slow; each caller waits twice at most",
        arguments: [20, 3000, 4990, 5010, 8000, 29_000])
    func starvation(_ milliseconds: Int) {
        var world = World()
        let load = Duration.milliseconds(milliseconds)
        for _ in 0..<12_000 {
            world.refresh()
            while !world.isLoading || world.loadingFor >= load { world.progress(1) }
            world.pass(.milliseconds(10))
        }
        let slowest = Duration.seconds(120).milliseconds / (5000 + load.milliseconds + 100)
        #expect(world.commits >= slowest)
        #expect(world.longestWait <= .seconds(5) + load + .milliseconds(100))
    }

    private func step(_ world: inout World, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: world.start()
        case 1, 2, 3: world.refresh()
        case 4: world.pass(.milliseconds(Int.random(in: 0...7000, using: &random)))
        case 5: world.pass(.seconds(-Int.random(in: 0...3, using: &random)))
        case 6:
            let happenings: [Happening] = [
                .recalled, .loaded, .error, .committed, .remembered, .timer, .disposed,
            ]
            if let happening = happenings.randomElement(using: &random) {
                world.tellStale(happening, Int.random(in: 0...40, using: &random))
            }
        default: world.progress(Int.random(in: 0..<1000, using: &random))
        }
    }
}
