import ArgumentParser

/// What of a vehicle goes into its QR code.
enum SymbolContent: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The vehicle's code, byte for byte.
    case id
    /// The vehicle's rental link.
    case uri
}
