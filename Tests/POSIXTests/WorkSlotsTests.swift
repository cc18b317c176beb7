import POSIX
import Testing

@Suite("Slots for work")
struct WorkSlotsTests {
    @Test("Work beyond the slots waits, and begins when a slot is free")
    func order() async throws {
        let slots = WorkSlots(count: 1)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (begun, began) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await slots.run {
                    began.yield(1)
                    for await _ in gate {}
                }
            }
            var begins = begun.makeAsyncIterator()
            #expect(await begins.next() == 1)
            group.addTask { try await slots.run { _ = began.yield(2) } }
            while slots.waitingCount == 0 { await Task.yield() }
            began.yield(0)
            #expect(await begins.next() == 0)
            open.finish()
            #expect(await begins.next() == 2)
            try await group.waitForAll()
        }
    }
}
