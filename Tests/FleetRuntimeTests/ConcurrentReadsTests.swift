import FleetTestSupport
import Testing

@testable import FleetRuntime

@Suite("Several sources are read at the same time")
struct ConcurrentReadsTests {
    private struct Broken: Error {}

    /// Never ends by itself.
    @Sendable private static func hang() async throws {
        try await Task.sleep(for: .seconds(86_400))
    }

    @Test("one that does not answer leaves the results of the others, and progress is shown")
    func hanging() async throws {
        let shown = Observed<[Int]>([])
        let reads = ConcurrentReads(
            delay: .milliseconds(500), limit: ConcurrentReads.limit,
            sleep: { time in
                // The limit is over once both others are read.
                guard time == ConcurrentReads.limit else { return }
                _ = await shown.waitUntil { $0.contains(2) }
            },
            show: { done, count in
                #expect(count == 3)
                shown.change { $0.append(done) }
            })
        let results = await reads.run(3) { index in
            if index == 1 { try await Self.hang() }
            if index == 2 { throw Broken() }
            return index
        }
        #expect(try results[0]?.get() == 0)
        #expect(results[1] == nil)
        #expect(throws: Broken.self) { try results[2]?.get() }
    }

    @Test("nothing is shown of reads that end soon, in the order of the sources")
    func fast() async throws {
        let reads = ConcurrentReads(
            delay: .milliseconds(500), limit: ConcurrentReads.limit,
            sleep: { _ in try await Self.hang() }, show: { _, _ in Issue.record("shown") })
        let results = await reads.run(20) { $0 }
        #expect(try results.map { try $0?.get() } == Array(0..<20))
    }
}
