import Testing

@testable import FleetServer

@Suite("Places for what is open at once")
struct AnswerLimitsTests {
    private static let counts = {
        var counts = AnswerLimits.Counts()
        (counts.network, counts.strangers, counts.everyone) = (2, 3, 4)
        return counts
    }()
    private let limits = AnswerLimits(Self.counts)

    @Test("A network has no more slots than its limit, and others have theirs")
    func networks() {
        let slots = [limits.slot([.network("a")]), limits.slot([.network("a")])]
        #expect(slots.allSatisfy { $0 != nil })
        #expect(limits.slot([.network("a")]) == nil)
        #expect(limits.slot([.network("b")]) != nil)
    }

    @Test("A slot is free again once its last owner has gone")
    func release() {
        var slots = [limits.slot([.network("a")]), limits.slot([.network("a")])]
        let copy = slots[0]
        slots.removeAll()
        #expect(limits.taken(.network("a")) == 1)
        withExtendedLifetime(copy) {}
        #expect(limits.slot([.network("a")]) != nil)
    }

    @Test("A slot that one of its limits refuses takes nothing of the others")
    func refused() {
        let slots = [limits.slot([.network("a")]), limits.slot([.network("a")])]
        #expect(limits.slot([.everyone, .network("a")]) == nil)
        #expect(limits.taken(.everyone) == 0)
        withExtendedLifetime(slots) {}
    }

    @Test("Strangers leave slots to users, however many addresses they have")
    func strangers() {
        let slots = "abcd".map { limits.slot([.everyone, .strangers, .network("\($0)")]) }
        #expect(slots.map { $0 != nil } == [true, true, true, false])
        #expect(limits.slot([.everyone, .network("e")]) != nil)
        withExtendedLifetime(slots) {}
    }
}
