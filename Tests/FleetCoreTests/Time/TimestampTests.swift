import Testing

@testable import FleetCore

@Suite("Times")
struct TimestampTests {
    private let first = Timestamp(milliseconds: .min)
    private let last = Timestamp(milliseconds: .max)

    @Test(
        "Seconds become milliseconds, clamped",
        arguments: [
            (0, 0), (1.5, 1500), (-0.0004, 0), (0.0005, 1), (1e300, .max), (-1e300, .min),
            (.infinity, .max), (-.infinity, .min), (.nan, 0), (9.3e15, .max),
        ] as [(Double, Int64)])
    func seconds(seconds: Double, milliseconds: Int64) {
        #expect(Timestamp(seconds: seconds).milliseconds == milliseconds)
        #expect(Duration(clampingSeconds: seconds).milliseconds == milliseconds)
    }

    @Test("Arithmetic saturates instead of trapping")
    func saturation() {
        #expect(last + .seconds(1) == last)
        #expect(first + .seconds(-1) == first)
        #expect(first - .seconds(1) == first)
        #expect(last - .seconds(-1) == last)
        #expect(last - .milliseconds(Int64.min) == last)
        #expect((last - first).milliseconds == .max)
        #expect((first - last).milliseconds == .min)
        #expect(Duration.seconds(Int64.max).milliseconds == .max)
        #expect(Duration.seconds(Int64.min).milliseconds == .min)
    }

    @Test("Arithmetic is exact within the range")
    func arithmetic() {
        let time = Timestamp(milliseconds: 1_000)
        #expect(time + .milliseconds(250) == Timestamp(milliseconds: 1_250))
        #expect(time - .milliseconds(250) == Timestamp(milliseconds: 750))
        #expect(time - Timestamp(milliseconds: 400) == .milliseconds(600))
        #expect(time.seconds == 1)
        #expect(Duration.milliseconds(1500).seconds == 1.5)
        #expect(first < last)
    }

    @Test("The calendar agrees with Python's for all of its years")
    func calendar() throws {
        var generator = SplitMix(state: 7)
        let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
        var times = (0..<5_000).map { _ in Int64.random(in: range, using: &generator) }
        times += [range.lowerBound, range.upperBound, 0, -1, 951_782_400_000, 4_107_542_400_000]
        let input = times.map(String.init).joined(separator: "\n")
        let expected = try Oracle.python("read.py", ["calendar"], input: Array(input.utf8))
        let written = times.map { milliseconds in
            var text = UTF8Buffer()
            text.append(Timestamp(milliseconds: milliseconds))
            return text.string
        }
        #expect(written == expected)
    }

    @Test("Days since the epoch invert the conversion")
    func daysSinceEpoch() {
        for day in stride(from: -800_000, through: 3_000_000, by: 997) {
            let civil = CivilTime(Timestamp(milliseconds: Int64(day) * 86_400_000 + 1))
            let days = CivilTime.daysSinceEpoch(
                year: civil.year, month: civil.month, day: civil.day)
            #expect(days == day)
            #expect(civil.millisecondOfDay == 1)
        }
    }

    @Test("The calendar covers the most distant times")
    func extremes() {
        #expect(CivilTime(last).year == 292_278_994)
        #expect(CivilTime(first).year == -292_275_055)
    }
}

/// A small generator with the same numbers in every run (SplitMix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to 1; faster in debug builds than `Double.random`.
    mutating func nextUnit() -> Double { Double(next() >> 11) / Double(1 << 53 as UInt64) }
}
