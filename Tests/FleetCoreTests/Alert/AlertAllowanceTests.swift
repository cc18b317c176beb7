import FleetCore
import Testing

@Suite("How many alerts may be told")
struct AlertAllowanceTests {
    /// When alerts were allowed that were asked for every 100 ms, in milliseconds.
    private func allowed(_ perMinute: Int, seconds: Int) -> [Int] {
        var allowance = AlertAllowance(perMinute: perMinute)
        return stride(from: 0, to: seconds * 1000, by: 100).filter {
            allowance.take(at: Samples.now + .milliseconds($0))
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

    @Test("a clock that is set back or jumps ahead stops nobody")
    func clock() {
        for jump in [Duration.seconds(-86_400), .seconds(86_400)] {
            var allowance = AlertAllowance(perMinute: 1)
            #expect(allowance.take(at: Samples.now) == true)
            #expect(allowance.take(at: Samples.now) == false)
            #expect(allowance.take(at: Samples.now + jump) == true)
        }
        var allowance = AlertAllowance(perMinute: 0)
        #expect(allowance.take(at: Timestamp(milliseconds: .min)) == true)
        #expect(allowance.take(at: Timestamp(milliseconds: .max)) == true)
    }
}
