import ArgumentParser

/// How a QR code is drawn with characters.
enum ArtName: String, CaseIterable, ExpressibleByArgument, Sendable {
    case half
    case full
    case ascii
    case none
}
