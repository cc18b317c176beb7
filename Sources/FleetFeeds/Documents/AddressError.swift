/// Why a text is no address that a document is read from; in words, without the text itself.
struct AddressFault: Error, Equatable {
    let why: String

    init(_ why: String) {
        self.why = why
    }
}
