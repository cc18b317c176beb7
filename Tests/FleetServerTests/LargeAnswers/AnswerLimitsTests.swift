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

    @Test("A network has no more places than its limit, and others have theirs")
    func networks() {
        let places = [limits.place([.network("a")]), limits.place([.network("a")])]
        #expect(places.allSatisfy { $0 != nil })
        #expect(limits.place([.network("a")]) == nil)
        #expect(limits.place([.network("b")]) != nil)
    }

    @Test("A place is free again once its last owner has gone")
    func release() {
        var places = [limits.place([.network("a")]), limits.place([.network("a")])]
        let copy = places[0]
        places.removeAll()
        #expect(limits.taken(.network("a")) == 1)
        withExtendedLifetime(copy) {}
        #expect(limits.place([.network("a")]) != nil)
    }

    @Test("A place that one of its limits refuses takes nothing of the others")
    func refused() {
        let places = [limits.place([.network("a")]), limits.place([.network("a")])]
        #expect(limits.place([.everyone, .network("a")]) == nil)
        #expect(limits.taken(.everyone) == 0)
        withExtendedLifetime(places) {}
    }

    @Test("Strangers leave places to users, however many addresses they have")
    func strangers() {
        let places = "abcd".map { limits.place([.everyone, .strangers, .network("\($0)")]) }
        #expect(places.map { $0 != nil } == [true, true, true, false])
        #expect(limits.place([.everyone, .network("e")]) != nil)
        withExtendedLifetime(places) {}
    }
}
