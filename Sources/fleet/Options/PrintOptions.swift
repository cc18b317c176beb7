import ArgumentParser
import FleetLabels
import FleetOutput
import FleetRuntime
import QRCode

/// Options for printed QR codes: size, error correction, verification and colors.
struct PrintOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Printed width with the quiet zone, rounded down to whole printer dots per module.",
            valueName: "mm"))
    var sizeMm: Double?

    @Option(
        name: .customLong("dpi"),
        help: ArgumentHelp(
            """
            Resolution of the printer in dots per inch. (default: 300; of label printers (.zpl) \
            203)
            """, valueName: "n"))
    var resolution: Double?

    @Option(help: ArgumentHelp("Width of the quiet zone in modules.", valueName: "n"))
    var quietZone = Symbol.standardQuietZone

    @Flag(
        inversion: .prefixedNo,
        help: "Raise the error correction level as far as possible without a larger QR code.")
    var boost = true

    @Flag(
        inversion: .prefixedNo,
        help: "Read every QR code back with an independent decoder before it is written.")
    var verify = true

    @Option(
        help: ArgumentHelp("Color of the dark modules of an image or a sheet.", valueName: "color"))
    var foreground = RGB.black

    @Option(
        help: ArgumentHelp("Color of the light modules of an image or a sheet.", valueName: "color")
    )
    var background = RGB.white

    func validate() throws {
        if !Symbol.quietZones.contains(quietZone) {
            throw ValidationError(
                "--quiet-zone must be between 0 and \(Symbol.quietZones.upperBound)")
        }
        if let sizeMm, !PrintSize.sides.contains(sizeMm) {
            throw ValidationError("--size-mm must be between 1 and 5000")
        }
        if let resolution, !PrintSize.resolutions.contains(resolution) {
            throw ValidationError("--dpi must be between 72 and 9600")
        }
        if colors.contrast < Self.minContrast {
            throw ValidationError(
                "the contrast of the colors is \(decimal(colors.contrast)):1; readers need 3:1")
        }
    }

    /// The options that are used.
    var used: UsedOptions { ["--no-verify": !verify] + modules + size + inks }

    /// Those of every QR code.
    var modules: UsedOptions {
        ["--no-boost": !boost, "--quiet-zone": quietZone != Symbol.standardQuietZone]
    }

    /// Those of the size, which characters do not have.
    var size: UsedOptions {
        ["--size-mm": sizeMm != nil, "--dpi": resolution != nil]
    }

    /// Those of the colors, which characters do not have.
    var inks: UsedOptions {
        ["--foreground": foreground != .black, "--background": background != .white]
    }

    /// The resolution in dots per inch.
    var dpi: Double { resolution ?? Self.usualResolution }

    private static let usualResolution = 300.0

    /// The contrast that readers need.
    private static let minContrast = 3.0

    var colors: SymbolColors { SymbolColors(foreground: foreground, background: background) }

    /// Warns of light modules on a dark background.
    func warnOfColors(_ output: Output) {
        guard colors.isInverse else { return }
        output.warn("many phones cannot read a QR code with light modules on a dark background")
    }
}
