import FleetCore

/// One label, before its symbol is encoded.
package struct LabelItem: Sendable {
    /// The ID, which is the name of the file and the text under the symbol.
    let id: [UInt8]
    /// The content of the symbol.
    let payload: [UInt8]
    /// The lines of text beside the symbol, from top to bottom.
    package var lines: [String] = []

    /// The ID as text, with U+FFFD for bytes that are not UTF-8.
    package var text: String { String(decoding: id, as: UTF8.self) }

    /// Whether the content has a scheme and a host, as the links that phones open.
    var isLink: Bool {
        let reference = URIReference(payload[...])
        return reference.scheme != nil && reference.hostAndPort != nil
    }

    /// The ID in messages, truncated if it is long.
    var name: String { String(text.unicodeScalars.prefix(80)) }
}

/// The labels of a run, in order; they can be enumerated several times.
package struct LabelSequence {
    /// Calls `body` with every label.
    let forEach: (_ body: (LabelItem) throws -> Void) throws -> Void
    /// The title of the document.
    package let title: String

    package init(
        forEach: @escaping (_ body: (LabelItem) throws -> Void) throws -> Void, title: String
    ) {
        self.forEach = forEach
        self.title = title
    }

    /// The first label alone, to check the printer.
    package var first: LabelSequence {
        LabelSequence(
            forEach: { body in
                var isFirst = true
                try forEach { item in
                    guard isFirst else { return }
                    isFirst = false
                    try body(item)
                }
            }, title: title)
    }
}
