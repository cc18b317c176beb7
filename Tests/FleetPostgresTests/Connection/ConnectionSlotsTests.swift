import Testing

@testable import FleetPostgres

@Suite("The connections of a pool") struct ConnectionSlotsTests {
    /// Slots that an expectation can change.
    private final class Slots {
        private(set) var value: ConnectionSlots<String>

        init(_ count: Int) { value = ConnectionSlots(count) }

        func take(_ use: ConnectionUse) -> Bool { value.take(for: use) }
        func wait(_ use: ConnectionUse, _ name: String) -> Int { value.wait(for: use, name) }
        func giveUp(_ ticket: Int) -> String? { value.giveUp(ticket) }
        func release(_ use: ConnectionUse) { value.release(use) }
        func next() -> String? { value.next()?.waiter }
        func narrow() { value.narrow() }
        func widen() { value.widen() }

        /// Takes connections for a use until none is free for it; returns their number.
        func fill(_ use: ConnectionUse) -> Int {
            var count = 0
            while take(use) { count += 1 }
            return count
        }
    }

    @Test(
        "keep one for each other use, however much one use wants",
        arguments: ConnectionUse.allCases, 6...20)
    func reserved(greedy: ConnectionUse, count: Int) {
        let slots = Slots(count)
        let taken = slots.fill(greedy)
        #expect(taken < count && taken >= 1)
        for other in ConnectionUse.allCases where other != greedy {
            #expect(slots.take(other), "\(other)")
        }
    }

    @Test("keep reads, leases and commits going if they are few", arguments: 1...5)
    func few(count: Int) {
        for greedy in ConnectionUse.allCases {
            let slots = Slots(count)
            #expect(slots.fill(greedy) >= 1)
            let important: [ConnectionUse] = [.read, .lease, .commit]
            for other in important.prefix(count - 1) where other != greedy {
                #expect(slots.take(other), "\(other) beside \(greedy)")
            }
        }
    }

    @Test("are never more than the limit", arguments: 1...12)
    func limit(count: Int) {
        let slots = Slots(count)
        #expect(ConnectionUse.allCases.map(slots.fill).reduce(0, +) == count)
    }

    @Test("go to the work that has waited longest and may have them")
    func order() {
        let slots = Slots(8)
        let taken = slots.fill(.write)
        for name in ["first", "second"] { _ = slots.wait(.write, name) }
        #expect(slots.next() == nil)
        // Reserved for a read, it is not for writes.
        #expect(slots.take(.read))
        slots.release(.read)
        #expect(slots.next() == nil)
        slots.release(.write)
        #expect(slots.next() == "first")
        #expect(slots.next() == nil)
        slots.release(.write)
        #expect(!slots.take(.write), "nothing overtakes")
        #expect(slots.next() == "second")
        #expect(slots.value.used(for: .write) == taken)
        #expect(slots.value.waits == 2)
    }

    @Test("go to the work that has waited longest, whatever it is for")
    func orderOfUses() {
        let slots = Slots(1)
        #expect(slots.take(.read))
        let uses: [ConnectionUse] = [.commit, .read, .write, .lease, .notes]
        for use in uses { _ = slots.wait(use, use.rawValue) }
        var held = ConnectionUse.read
        for use in uses {
            slots.release(held)
            #expect(slots.next() == use.rawValue)
            #expect(slots.next() == nil)
            held = use
        }
    }

    @Test("are not given to work that has given up")
    func givingUp() {
        let slots = Slots(1)
        #expect(slots.take(.read))
        let tickets = ["first", "second"].map { slots.wait(.read, $0) }
        #expect(slots.giveUp(tickets[0]) == "first")
        #expect(slots.giveUp(tickets[0]) == nil)
        slots.release(.read)
        #expect(slots.next() == "second")
        #expect(slots.giveUp(tickets[1]) == nil)
    }

    @Test("are fewer while the server accepts no more, but at least one")
    func narrowed() {
        let slots = Slots(8)
        for _ in 0..<3 { #expect(slots.take(.read)) }
        slots.narrow()
        #expect(slots.value.limit == 3)
        #expect(!slots.take(.commit))
        for _ in 0..<3 { slots.release(.read) }
        for _ in 0..<5 { slots.narrow() }
        #expect(slots.value.limit == 1)
        #expect(slots.take(.commit))
        slots.widen()
        #expect(slots.value.limit == 8)
    }
}
