public import FleetCore

/// The filter of an alert, as the query of a list's web address.
public struct AlertFilter: Equatable, Sendable {
    /// The filter that every vehicle matches.
    public static let all = AlertFilter()

    /// The query in canonical form, such as `color=red&min_battery=20`; empty for all vehicles.
    public let text: String
    /// The filter; an idle period has no time yet.
    public let filter: Filter

    private init() { (text, filter) = ("", Filter()) }

    /// Parses a query or the address of a list, whose source, order and page are left out.
    /// - Throws: `AlertFilterError`.
    public init(_ text: String) throws(AlertFilterError) {
        guard text.utf8.count <= Self.maxLength else {
            throw AlertFilterError(message: "the filter is longer than \(Self.maxLength) bytes")
        }
        var input = FilterInput()
        for item in Self.query(of: text).split(separator: "&") {
            let (name, value) = item.divided(at: "=")
            let field = Self.decoded(name).replacing("-", with: "_")
            let isLeftOut = Self.leftOut.contains(field)
            guard isLeftOut || input.add(Self.decoded(value ?? ""), to: field) else {
                throw .unknownName(field)
            }
        }
        do throws(FilterInputError) {
            filter = try input.filter(savedColors: .all)
        } catch {
            throw AlertFilterError(message: error.message { $0.rawValue })
        }
        self.text = FilterInput.Field.allCases.flatMap { field in
            input[all: field].map { field.rawValue + "=" + PercentEncoding.encoded($0) }
        }
        .joined(separator: "&")
    }

    /// Returns the query of a web address, of its end, or of a text that is nothing else.
    private static func query(of text: String) -> Substring {
        guard ["http://", "https://", "/", "?"].contains(where: text.hasPrefix) else {
            return text[...]
        }
        return text.divided(at: "#").head.divided(at: "?").tail ?? ""
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decoded(String(text).replacing("+", with: " "))
    }

    private static let maxLength = 4000
    private static let leftOut = ["source", "sort", "reverse", "limit", "after"]
}

/// Error in the filter of an alert.
public struct AlertFilterError: Error, Equatable, Sendable {
    /// The cause, in one line without a full stop.
    public let message: String

    static func unknownName(_ name: String) -> AlertFilterError {
        let name = String(name.unicodeScalars.prefix(100))
        return AlertFilterError(
            message: "the filter has the name \(name), which no filter of a list has")
    }
}
