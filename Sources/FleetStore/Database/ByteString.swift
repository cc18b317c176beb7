import FleetCore

/// String that compares by its bytes; `String` treats canonically equivalent strings as equal.
struct ByteString: Hashable {
    let text: String

    static func == (left: ByteString, right: ByteString) -> Bool {
        ByteOrder.equal(left.text, right.text)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(text.utf8.count)
    }
}
