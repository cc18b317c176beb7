import FleetCore

extension VehicleColor {
    /// Maximum length of a color, in bytes; a longer one could have thousands of tones, each
    /// compared with all before it.
    private static let maxTextLength = 256

    /// Reads a color from a feed; returns nil for other text.
    init?(lenient text: String) {
        guard text.utf8.count <= Self.maxTextLength else { return nil }
        self.init(text)
    }
}
