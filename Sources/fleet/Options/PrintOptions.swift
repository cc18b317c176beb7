import ArgumentParser
import FleetLabels
import QRCode

/// How QR codes are made for print: their size, level, colors, and whether they are read back.
struct PrintOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The printed side with the quiet zone, snapped down to whole printer dots.",
            valueName: "mm"))
    var sizeMm: Double?

    @Option(help: ArgumentHelp("The printer's resolution, in dots an inch.", valueName: "n"))
    var dpi: Double = 300

    @Option(help: ArgumentHelp("Light modules around the QR code.", valueName: "n"))
    var quietZone = Symbol.standardQuietZone

    @Flag(
        inversion: .prefixedNo,
        help: "Take the highest level that needs no larger QR code, or the level as given.")
    var boost = true

    @Flag(
        inversion: .prefixedNo,
        help: "Read every QR code back, by another program's code, before it is written.")
    var verify = true

    @Option(help: ArgumentHelp("The color of the dark modules.", valueName: "color"))
    var foreground = RGB.black

    @Option(help: ArgumentHelp("The color of the light modules.", valueName: "color"))
    var background = RGB.white

    func validate() throws {
        if !Symbol.quietZones.contains(quietZone) {
            throw ValidationError(
                "--quiet-zone is a number from 0 to \(Symbol.quietZones.upperBound)")
        }
        if let sizeMm, !PrintSize.sides.contains(sizeMm) {
            throw ValidationError("--size-mm is a length from 1 to 5000 mm")
        }
        if !PrintSize.resolutions.contains(dpi) {
            throw ValidationError("--dpi is a resolution from 72 to 9600")
        }
        if colors.contrast < Self.leastContrast {
            throw ValidationError(
                "the contrast of the colors is \(number(colors.contrast)):1, and a reader needs 3:1"
            )
        }
    }

    /// What readers need to tell dark from light.
    private static let leastContrast = 3.0

    /// The colors.
    var colors: SymbolColors { SymbolColors(foreground: foreground, background: background) }

    /// Warns of light modules on a dark ground.
    func warnOfColors(_ output: Output) {
        guard colors.isInverse else { return }
        output.warn("light modules on a dark ground: many phones do not read such a QR code")
    }
}
