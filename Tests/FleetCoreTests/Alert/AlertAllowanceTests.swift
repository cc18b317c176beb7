import FleetCore
import Testing

@Suite("How many alerts may be told")
struct AlertAllowanceTests {
    /// When alerts were allowed that were asked for every 100 ms, in milliseconds.
    private func allowed(_ perMinute: Int, seconds: Int) -> [Int] {
        var allowance = AlertAllowance(perMinute: perMinute)
        return stride(from: 0, to: seconds * 1000, by: 100).filter {
            allowance.take(.feedStale, at: Samples.now + .milliseconds($0))
        }
    }

    @Test(
        "in no minute more than allowed, and over ten nearly all that is",
        arguments: [1, 2, 7, 10, 59, 60, 61, 100])
    func minute(perMinute: Int) {
        let times = allowed(perMinute, seconds: 600)
        for (place, time) in times.enumerated() {
            #expect(times[place...].prefix { $0 < time + 60_000 }.count <= perMinute)
        }
        #expect(times.count >= perMinute * 10 * 9 / 10)
    }

    @Test(
        "not all at once: ten, or a sixth of what a minute allows",
        arguments: [(60, 10), (600, 100)])
    func burst(perMinute: Int, burst: Int) {
        var allowance = AlertAllowance(perMinute: perMinute)
        #expect((0..<1000).count { _ in allowance.take(.feedStale, at: Samples.now) } == burst)
    }

    @Test("a quarter is kept for alarms and for what becomes of the feed")
    func reserve() {
        var allowance = AlertAllowance(perMinute: 600)
        let moved = (0..<1000).count { _ in allowance.take(.event(.moved), at: Samples.now) }
        #expect(moved == 75)
        let alarms = (0..<1000).count { _ in allowance.take(.alarm(.smoke), at: Samples.now) }
        #expect(alarms == 25)
        #expect(allowance.take(.feedStale, at: Samples.now + .seconds(1)) == false)
    }

    @Test("a clock that is set back or jumps ahead stops nobody")
    func clock() {
        for jump in [Duration.seconds(-86_400), .seconds(86_400)] {
            var allowance = AlertAllowance(perMinute: 1)
            #expect(allowance.take(.feedStale, at: Samples.now) == true)
            #expect(allowance.take(.feedStale, at: Samples.now) == false)
            #expect(allowance.take(.feedStale, at: Samples.now + jump) == true)
        }
        var allowance = AlertAllowance(perMinute: 0)
        #expect(allowance.take(.feedStale, at: Timestamp(milliseconds: .min)) == true)
        #expect(allowance.take(.feedStale, at: Timestamp(milliseconds: .max)) == true)
    }
}
