import ArgumentParser
import FleetCore
import FleetLabels
import FleetOutput
import QRCode

/// Options for the images in a folder of labels.
struct FolderOptions: ParsableArguments {
    @Option(help: "Image format; or the format of --layouts: table, json, ndjson or csv.")
    var format: LabelsFormat?

    @Option(
        help: ArgumentHelp("Pixels per module, instead of --size-mm.", valueName: "n"))
    var scale: Int?

    @Flag(help: "Keep existing files, for example after an interrupted run.")
    var skipExisting = false
    /// The format of the images.
    var imageFormat: ImageFormat { format?.image ?? .png }

    /// Throws if any option for folders is used.
    func validateUnused() throws {
        if format != nil || used.first != nil {
            throw ValidationError("--format, --scale and --skip-existing need a folder")
        }
    }

    /// The options of images that are used.
    var used: UsedOptions { ["--scale": scale != nil, "--skip-existing": skipExisting] }

    /// Checks the options that depend on the print options.
    func validate(with print: PrintOptions) throws {
        if let format, format.image == nil {
            throw ValidationError("--format \(format.rawValue) needs --layouts")
        }
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

/// Format of the images, or of the list of layouts.
enum LabelsFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case png, svg
    case table, json, ndjson, csv

    /// The format of images; `nil` for one of lists.
    var image: ImageFormat? { ImageFormat(rawValue: rawValue) }

    /// The format of lists; `nil` for one of images.
    var list: RecordFormat? { RecordFormat(rawValue: rawValue) }
}
