import FleetCore

extension VehicleColor {
    /// The longest text that is read as a color, in bytes; the tones of a longer one would be
    /// thousands, each compared with all before it.
    private static let longestText = 256

    /// Reads a color as a feed writes it; `nil` if it is none.
    init?(lenient text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        self.init(text)
    }
}
