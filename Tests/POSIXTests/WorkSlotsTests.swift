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

    @Test("Work that is cancelled while it waits takes no slot")
    func cancelled() async throws {
        let slots = WorkSlots(count: 1)
        try await slots.waitForSlot()
        let waiting = Task { try await slots.waitForSlot() }
        while slots.waitingCount == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(slots.waitingCount == 0 && slots.freeCount == 0)
        let next = Task { try await slots.waitForSlot() }
        while slots.waitingCount == 0 { await Task.yield() }
        slots.leave()
        try await next.value
        slots.leave()
        #expect(slots.freeCount == 1)
    }
}
