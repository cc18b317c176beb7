import FleetCore

/// The names and values of a query or an urlencoded form (URL Standard, section 5.1).
struct QueryItems: Sendable, Equatable {
    private(set) var items: [(name: String, value: String)]
    /// Name of the first item that is not UTF-8, whose bytes U+FFFD replaces; `nil` without one.
    private(set) var malformedName: String?
    /// Whether there were more than ``maxCount`` items, of which the first ones are kept.
    private(set) var isTruncated = false

    static let maxCount = 1000

    /// Items without any.
    init() { items = [] }

    /// Parses `a=1&b=x+y`.
    init(_ text: some StringProtocol) {
        items = []
        for item in text.split(separator: "&") {
            guard items.count < Self.maxCount else {
                isTruncated = true
                return
            }
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { Self.decoded(String($0)) }
            items.append((parts[0].text, parts.count > 1 ? parts[1].text : ""))
            if malformedName == nil, parts.contains(where: \.isMalformed) {
                malformedName = parts[0].text
            }
        }
    }

    /// Decodes a name or a value; U+FFFD replaces the bytes of one that is not UTF-8.
    private static func decoded(_ part: String) -> (text: String, isMalformed: Bool) {
        let hasPlus = part.utf8.contains(UInt8(ascii: "+"))
        let text = hasPlus ? part.replacing("+", with: " ") : part
        guard text.utf8.contains(UInt8(ascii: "%")) else { return (text, false) }
        return PercentEncoding.decodedUTF8(text).map { ($0, false) }
            ?? (PercentEncoding.decoded(text), true)
    }

    init(_ items: [(name: String, value: String)]) { self.items = items }

    /// Returns the first value of a name; `nil` without one, or if it is empty.
    subscript(_ name: String) -> String? {
        items.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// Returns the values of a name that are not empty.
    func all(_ name: String) -> [String] {
        items.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    /// Returns whether there is a name, even without a value.
    func has(_ name: String) -> Bool { items.contains { $0.name == name } }

    /// Returns the items with other values of a name.
    func setting(_ name: String, _ values: [String]) -> QueryItems {
        QueryItems(items.filter { $0.name != name } + values.map { (name, $0) })
    }

    /// Returns the items without some names.
    func removing(_ names: String...) -> QueryItems {
        QueryItems(items.filter { !names.contains($0.name) })
    }

    /// The items of the first page of the same list.
    var ofFirstPage: QueryItems { removing("after", "before", "row") }

    /// The items as a query; empty without items, otherwise with its question mark.
    var query: String {
        guard !items.isEmpty else { return "" }
        return "?"
            + items.map {
                PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.value)
            }
            .joined(separator: "&")
    }

    static func == (left: QueryItems, right: QueryItems) -> Bool {
        left.items.elementsEqual(right.items, by: ==)
    }
}
