/// How long the changes of a source are kept (`--history`), such as `30d` and `30d,5GB`.
public struct HistorySetting: Equatable, Sendable {
    /// The age beyond which they are removed.
    public let age: Duration
    /// The size beyond which the oldest are removed, in bytes.
    public let maxBytes: Int64

    /// The size without one in the setting.
    private static let defaultBytes: Int64 = 5_000_000_000
    private static let units: [(name: String, bytes: Double)] = [
        ("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1),
    ]

    /// Reads a setting.
    /// - Throws: `QuantityError` if it is none, shorter than an hour or longer than 1,000 days.
    public init(_ text: String) throws(QuantityError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2 else { throw Self.isInvalid }
        let seconds = try QuantityText.seconds(String(first))
        guard (3600...86_400_000).contains(seconds) else {
            throw QuantityError(
                requirement: localized("must be at least an hour and at most 1000d"))
        }
        age = .seconds(Int64(seconds))
        maxBytes = try parts.dropFirst().first.map(Self.bytes) ?? Self.defaultBytes
    }

    private static func bytes(_ text: Substring) throws(QuantityError) -> Int64 {
        for unit in units where text.hasSuffix(unit.name) {
            guard let number = Double(text.dropLast(unit.name.count)) else { break }
            let bytes = number * unit.bytes
            guard bytes >= 1e6, bytes <= 1e15 else { break }
            return Int64(bytes)
        }
        throw isInvalid
    }

    private static var isInvalid: QuantityError {
        QuantityError(
            requirement: localized("must be a duration such as 30d, or also a size: 30d,5GB"))
    }

    /// The age as text.
    public var ageText: String {
        let seconds = age.components.seconds
        return seconds.isMultiple(of: 86_400)
            ? "\(seconds / 86_400)d"
            : seconds.isMultiple(of: 3600) ? "\(seconds / 3600)h" : "\(seconds)s"
    }

    /// The setting as text.
    public var text: String {
        guard maxBytes != Self.defaultBytes else { return ageText }
        let unit = Self.units.first { maxBytes.isMultiple(of: Int64($0.bytes)) }
        return ageText + ",\(maxBytes / Int64(unit?.bytes ?? 1))\(unit?.name ?? "B")"
    }
}

extension HistorySetting {
    /// Returns whether it keeps changes that another setting does not.
    func keepsMore(than other: HistorySetting?) -> Bool {
        other.map { age > $0.age || maxBytes > $0.maxBytes } ?? true
    }
}

/// The setting of a source for its history, such as `30d`, or `off`.
public enum HistoryChoice: Equatable, Sendable {
    case off
    case kept(HistorySetting)

    /// Reads a choice.
    /// - Throws: `QuantityError` if it is none.
    public init(_ text: String) throws(QuantityError) {
        self = text == "off" ? .off : .kept(try HistorySetting(text))
    }

    /// How long changes are kept; `nil` for none.
    public var setting: HistorySetting? {
        switch self {
        case .off: nil
        case .kept(let setting): setting
        }
    }

    /// The choice as text.
    public var text: String { setting?.text ?? "off" }
}
