import ArgumentParser
import FleetLabels
import FleetSession
import QRCode

/// Options for the images in a folder of labels.
struct FolderOptions: ParsableArguments {
    @Option(help: "Image format.")
    var format: ImageFormat?

    @Option(
        help: ArgumentHelp("Pixels per module, instead of --size-mm.", valueName: "n"))
    var scale: Int?

    @Flag(help: "Keep existing files, for example after an interrupted run.")
    var skipExisting = false

    @Flag(
        help: """
            Put an apostrophe before cells of index.csv that a spreadsheet would evaluate as \
            formulas, and escape control characters.
            """)
    var spreadsheet = false

    /// Throws if any option for folders is used.
    func validateUnused() throws {
        if format != nil || scale != nil || skipExisting || spreadsheet {
            throw ValidationError(
                "--format, --scale, --skip-existing and --spreadsheet need a folder")
        }
    }

    /// Checks the options that depend on the print options.
    func validate(with print: PrintOptions) throws {
        guard let scale else { return }
        if print.sizeMm != nil {
            throw ValidationError("--scale and --size-mm cannot be used together")
        }
        if !Symbol.scales.contains(scale) {
            throw ValidationError("--scale must be between 1 and \(Symbol.scales.upperBound)")
        }
    }

    /// Returns the size of the images.
    func imageSize(_ print: PrintOptions) -> ImageSize {
        ImageSize(
            measure: scale.map { .scale($0) }
                ?? .millimetres(print.sizeMm ?? LabelDesign.standardSide),
            dotsPerInch: print.dpi, quietZone: print.quietZone, colors: print.colors)
    }
}
