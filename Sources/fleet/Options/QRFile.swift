/// Where the image of a QR code goes.
enum QRFile: Equatable, Sendable {
    case standardOutput
    case path(String)
}
