import ArgumentParser

/// Content of the QR code of a vehicle.
enum SymbolContent: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The vehicle ID, byte for byte.
    case id
    /// The rental link of the vehicle.
    case uri
}
