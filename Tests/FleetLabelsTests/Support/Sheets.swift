import FleetLabels
import QRCode
import Testing

/// A label sheet in memory.
struct Sheet {
    let bytes: [UInt8]
    let summary: SheetSummary

    init(
        _ design: LabelDesign, title: String = "Labels", _ labels: some Sequence<Label>
    ) throws {
        var bytes: [UInt8] = []
        let writer = try SheetWriter(design, title: title) { bytes += $0 }
        for label in labels { try writer.add(label) }
        summary = try writer.finish()
        self.bytes = bytes
    }
}

extension LabelDesign {
    /// A design with a layout of the catalog.
    static func named(_ name: String) throws -> LabelDesign {
        LabelDesign(layout: try #require(SheetLayout.named(name)))
    }
}

extension Label {
    init(_ payload: String, lines: [String] = []) throws {
        self.init(try Symbol(Array(payload.utf8), level: .quartile), lines: lines)
    }
}

/// Random number generator with the same sequence in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}

/// Types of payloads that fleets use.
enum Payloads: CaseIterable {
    case id, vin, uuid, link

    func make(_ random: inout SeededGenerator) -> String {
        func letters(_ count: Int, of set: String) -> String {
            String((0..<count).map { _ in set.randomElement(using: &random) ?? "0" })
        }
        let hexadecimal = "0123456789abcdef"
        switch self {
        case .id: return "DCS-" + letters(4, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        case .vin: return letters(17, of: "ABCDEFGHJKLMNPRSTUVWXYZ0123456789")
        case .uuid:
            return [8, 4, 4, 4, 12].map { letters($0, of: hexadecimal) }.joined(separator: "-")
        case .link:
            return "https://ride.example.com/scan?vehicle_id=" + letters(19, of: hexadecimal)
        }
    }
}
