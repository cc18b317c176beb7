import Testing

@testable import FleetCore

@Suite("Sparklines")
struct SparklineTests {
    @Test("the minimum is the lowest block, the maximum the tallest")
    func trend() {
        #expect(Sparkline.text(of: [0, 1, 2, 3, 4, 5, 6, 7], width: 20) == "▁▂▃▄▅▆▇█")
        #expect(Sparkline.text(of: [-3, 11, -3, 4], width: 4) == "▁█▁▅")
    }

    @Test("equal values have medium height", arguments: [0, -5, 1e300])
    func constant(value: Double) {
        #expect(Sparkline.text(of: [value, value, value], width: 9) == "▄▄▄")
    }

    @Test("a missing or infinite value is a gap and does not affect the others")
    func gaps() {
        let values: [Double?] = [1, nil, .nan, .infinity, -.infinity, 2]
        #expect(Sparkline.text(of: values, width: 9) == "▁    █")
        #expect(Sparkline.text(of: [nil, .nan], width: 9) == "  ")
    }

    @Test("excess values are averaged in order")
    func resampled() {
        #expect(Sparkline.text(of: [0, 2, 7, 7, 14, 16, 0, 2], width: 4) == "▁▄█▁")
        let many = (0..<1000).map { Optional(Double($0)) }
        #expect(Sparkline.text(of: many, width: 8) == "▁▂▃▄▅▆▇█")
        #expect(Sparkline.text(of: [1, nil, nil, nil], width: 2) == "▄ ")
    }

    @Test("no values, zero width and extreme numbers are handled")
    func extremes() {
        let far = Double.greatestFiniteMagnitude
        #expect(Sparkline.text(of: [Double?](), width: 5) == "")
        #expect(Sparkline.text(of: [1, 2], width: 0) == "")
        #expect(Sparkline.text(of: [1, 2], width: -1) == "")
        #expect(Sparkline.text(of: [-far, 0, far], width: 3) == "▁▅█")
        #expect(Sparkline.text(of: [far, far, -far, -far], width: 2) == "█▁")
        #expect(Sparkline.text(of: [.leastNonzeroMagnitude, 0], width: 2).count == 2)
    }
}
