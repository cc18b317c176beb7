/// Error for an invalid address; the message never contains the address itself.
struct AddressError: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
