import ArgumentParser
import FleetLabels
import QRCode

/// How the images of a folder are made.
struct FolderOptions: ParsableArguments {
    @Option(help: "The format of the images.")
    var format: ImageFormat?

    @Option(
        help: ArgumentHelp("Pixels per module, instead of --size-mm.", valueName: "n"))
    var scale: Int?

    @Flag(help: "Leave files that are there as they are, to go on with an interrupted run.")
    var skipExisting = false

    /// Refuses what a sheet does not have.
    func validateIsLeftOut() throws {
        if format != nil || scale != nil || skipExisting {
            throw ValidationError("--format, --scale and --skip-existing are for folders")
        }
    }

    /// Checks what depends on the options of print.
    func validate(beside print: PrintOptions) throws {
        guard let scale else { return }
        if print.sizeMm != nil {
            throw ValidationError("--scale and --size-mm exclude each other")
        }
        if !Symbol.scales.contains(scale) {
            throw ValidationError("--scale is a number from 1 to \(Symbol.scales.upperBound)")
        }
    }

    /// How large the images are.
    func imageSize(_ print: PrintOptions) -> ImageSize {
        ImageSize(
            measure: scale.map { .scale($0) }
                ?? .millimetres(print.sizeMm ?? LabelDesign.standardSide),
            dotsPerInch: print.dpi, quietZone: print.quietZone, colors: print.colors)
    }
}

/// Codes that come from a file instead of a source.
struct CodeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Print the codes of this file, one a line; no source is asked.", valueName: "file|-"))
    var ids: String?

    @Option(
        help: ArgumentHelp(
            "The file is CSV, and the codes are in the column of this name.", valueName: "name"))
    var column: String?

    @Option(
        help: ArgumentHelp(
            "What `--text name` prints, instead of the fleet's name.", valueName: "text"))
    var name: String?

    func validate() throws {
        if column != nil, ids == nil { throw ValidationError("--column is for --ids") }
    }
}
