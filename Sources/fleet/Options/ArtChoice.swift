import ArgumentParser

/// Characters that draw a QR code.
enum ArtChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case half
    case full
    case ascii
    case none
}
