import ArgumentParser
import FleetOutput

/// Options for the files that `fleet labels` writes.
struct LabelOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            A PDF file with label sheets (- for standard output), or a folder (ending in /) with an \
            image for each label.
            """, valueName: "file.pdf|folder/|-"))
    var out: String?

    @Option(
        help: ArgumentHelp(
            "Of sheets, write the page and position of each label to this CSV file.",
            valueName: "file.csv"))
    var index: String?

    @Option(
        help: ArgumentHelp(
            "Write a JSON report of all labels to this file (- or json for standard output).",
            valueName: "file|-"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Number of threads. (default: number of processors)", valueName: "n"))
    var jobs: Int?

    /// The options that are used.
    var used: UsedOptions {
        [
            "--out": out != nil, "--index": index != nil, "--report": report != nil,
            "--jobs": jobs != nil,
        ]
    }

    func validate() throws {
        if out == "-", report.map(LabelReport.isStandardOutput) == true {
            throw ValidationError("--out and --report cannot both be standard output")
        }
        if index == "-" { throw ValidationError("--index must be a file") }
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs must be between 1 and 256")
        }
    }
}
