import ArgumentParser
import FleetLabels

/// Options for the output of `fleet map`.
struct MapOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a PNG image to this file (- for standard output).", valueName: "file|-"))
    var png: String?

    @Option(
        help: ArgumentHelp(
            "Size in columns and rows, or of an image in pixels. (default for images: 1200x900)",
            valueName: "WxH"))
    var size: MapSize?

    @Option(help: "Colors for a dark or a light background; sets the background of images too.")
    var theme: ThemeChoice = .auto

    @OptionGroup var ansi: AnsiOption

    /// Maximum columns or rows, more than any screen or page shows.
    static let maxCharacters = 1000

    func validate() throws {
        guard let size else { return }
        let limits = png == nil ? 1...Self.maxCharacters : RasterCanvas.sides
        guard limits.contains(size.width), limits.contains(size.height) else {
            throw ValidationError(
                "both sides of --size must be between \(limits.lowerBound) and "
                    + "\(limits.upperBound)")
        }
    }
}
