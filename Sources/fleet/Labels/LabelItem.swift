/// What one label is of, before its symbol is made.
struct LabelItem: Sendable {
    /// The vehicle's code, which names the file and stands under the symbol.
    let code: [UInt8]
    /// What the symbol holds.
    let payload: [UInt8]

    /// The code as text; bytes that are no UTF-8 are shown as U+FFFD.
    var text: String { String(decoding: code, as: UTF8.self) }

    /// The code for a message: its beginning, if it is long.
    var name: String { String(text.unicodeScalars.prefix(80)) }
}

/// The labels that are wanted, in order; they can be gone through more than once.
struct LabelSupply {
    /// Calls back with every label.
    let forEach: (_ body: (LabelItem) throws -> Void) throws -> Void
    /// What the labels are of, for titles and messages.
    let title: String
    /// The name that `--text name` prints.
    let name: String
}
