import FleetCore
import Testing

@Suite("Rate limit")
struct RateLimitTests {
    /// Returns the times at which actions were allowed, of one request every 100 ms, in
    /// milliseconds.
    private func allowed(_ perMinute: Int, seconds: Int) -> [Int] {
        var limit = RateLimit(perMinute: perMinute)
        return stride(from: 0, to: seconds * 1000, by: 100).filter {
            limit.take(at: Samples.now + .milliseconds($0))
        }
    }

    @Test(
        "No minute exceeds the limit, and ten minutes nearly reach it",
        arguments: [1, 2, 7, 10, 59, 60, 61, 100])
    func minute(perMinute: Int) {
        let times = allowed(perMinute, seconds: 600)
        for (index, time) in times.enumerated() {
            #expect(times[index...].prefix { $0 < time + 60_000 }.count <= perMinute)
        }
        #expect(times.count >= perMinute * 10 * 9 / 10)
    }

    @Test("A clock that is set back or jumps ahead does not block actions")
    func clock() {
        for jump in [Duration.seconds(-86_400), .seconds(86_400)] {
            var limit = RateLimit(perMinute: 1)
            #expect(limit.take(at: Samples.now) == true)
            #expect(limit.take(at: Samples.now) == false)
            #expect(limit.take(at: Samples.now + jump) == true)
        }
        var limit = RateLimit(perMinute: 0)
        #expect(limit.take(at: Timestamp(milliseconds: .min)) == true)
        #expect(limit.take(at: Timestamp(milliseconds: .max)) == true)
    }
}
