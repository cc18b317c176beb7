/// When the vehicles of a system are free (GBFS 3.1, `vehicle_availability.json`).
///
/// It is one text with a line for each vehicle, because a detail needs only one of thousands.
public struct VehicleAvailability: Equatable, Sendable, Codable {
    /// A time in which a vehicle is free; without an end for good (`availabilities`).
    public typealias Slot = SystemAlert.Period

    private var lines = ""

    /// Creates an availability without vehicles.
    public init() {}

    /// Adds the slots of a vehicle; an ID with a line break or a tab is skipped.
    public mutating func add(_ slots: [Slot], of id: String) {
        guard !id.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\t" }) else { return }
        let texts = slots.map { slot in
            [slot.start, slot.end].map { time in time.map { "\($0.milliseconds)" } ?? "" }
                .joined(separator: ",")
        }
        lines += id + "\t" + texts.joined(separator: ";") + "\n"
    }

    /// Returns the slots of the vehicle with exactly this ID; `nil` if it is not listed.
    public func slots(of id: String) -> [Slot]? {
        let prefix = id + "\t"
        let line = lines.utf8.split(separator: UInt8(ascii: "\n"))
            .first { $0.starts(with: prefix.utf8) }
        return line.map { Self.slots(in: $0.dropFirst(prefix.utf8.count)) }
    }

    /// Passes each vehicle to `body`, with its slots.
    func forEach(_ body: (_ id: String, [Slot]) -> Void) {
        for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
            let id = line.prefix { $0 != UInt8(ascii: "\t") }
            body(
                String(decoding: id, as: UTF8.self), Self.slots(in: line.dropFirst(id.count + 1)))
        }
    }

    private static func slots(in text: Substring.UTF8View) -> [Slot] {
        text.split(separator: UInt8(ascii: ";")).map { slot in
            let times = slot.split(
                separator: UInt8(ascii: ","), omittingEmptySubsequences: false
            ).map { Int64(String(decoding: $0, as: UTF8.self)) }
            return Slot(
                start: times.first?.map(Timestamp.init(milliseconds:)),
                end: times.last?.map(Timestamp.init(milliseconds:)))
        }
    }
}
