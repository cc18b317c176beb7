import ArgumentParser
import FleetSession

/// Options for the files that `fleet labels` writes.
struct LabelOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A PDF file with label sheets, or a folder (ending in /) with an image for each label.",
            valueName: "file.pdf|folder/"))
    var out: String?

    @Option(
        help: ArgumentHelp(
            "Write a JSON report of all labels to this file (- or json for standard output).",
            valueName: "file|-"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Number of threads. (default: number of processors)", valueName: "n"))
    var jobs: Int?
}
