/// One label, before its symbol is encoded.
package struct LabelItem: Sendable {
    /// The ID, which is the name of the file and the text under the symbol.
    let id: [UInt8]
    /// The content of the symbol.
    let payload: [UInt8]

    /// The ID as text, with U+FFFD for bytes that are not UTF-8.
    var text: String { String(decoding: id, as: UTF8.self) }

    /// The ID in messages, truncated if it is long.
    var name: String { String(text.unicodeScalars.prefix(80)) }
}

/// The labels of a run, in order; they can be enumerated several times.
package struct LabelSequence {
    /// Calls `body` with every label.
    let forEach: (_ body: (LabelItem) throws -> Void) throws -> Void
    /// The title of the document.
    package let title: String
    /// The name for `--text name`.
    package let name: String

    package init(
        forEach: @escaping (_ body: (LabelItem) throws -> Void) throws -> Void, title: String,
        name: String
    ) {
        self.forEach = forEach
        self.title = title
        self.name = name
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
            }, title: title, name: name)
    }
}
