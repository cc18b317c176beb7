import ArgumentParser
import FleetOutput

/// Options for the files that `fleet labels` writes.
struct LabelOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            A PDF file with label sheets (- for standard output), a file for a Zebra label printer, \
            or a folder (ending in /) with an image for each label.
            """, valueName: "file.pdf|file.zpl|folder/|-"))
    var out: String?

    @Flag(help: "Show the first sheet on the terminal, with or without --out.")
    var preview = false

    @Option(
        help: ArgumentHelp(
            "Write a picture of the first sheet, of 150 dpi or --dpi.", valueName: "file.png"))
    var previewFile: String?

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
    var used: UsedOptions { files + ["--jobs": jobs != nil] }

    /// Those of files and previews.
    var files: UsedOptions {
        ["--out": out != nil, "--index": index != nil, "--report": report != nil] + previews
    }

    /// The previews that are used.
    var previews: UsedOptions {
        ["--preview": preview, "--preview-file": previewFile != nil]
    }

    /// Where the labels are written; `nil` for a preview alone.
    /// - Throws: `ValidationError` without an output, or for one of an unknown kind.
    func target() throws -> LabelTarget? {
        guard let out else {
            guard previews.first != nil else {
                throw ValidationError(
                    "--out is missing; use --out FILE.pdf, --print or --preview")
            }
            return nil
        }
        guard let target = LabelTarget(out) else {
            throw ValidationError("--out must be a .pdf or .zpl file, or a folder ending in /")
        }
        return target
    }

    func validate() throws {
        if out == "-", report.map(LabelReport.isStandardOutput) == true {
            throw ValidationError("--out and --report cannot both be standard output")
        }
        if preview, out == "-" || report.map(LabelReport.isStandardOutput) == true {
            throw ValidationError(
                "--preview and \(out == "-" ? "--out" : "--report") cannot both be standard output")
        }
        if let previewFile, !previewFile.lowercased().hasSuffix(".png") {
            throw ValidationError("--preview-file must be a .png file")
        }
        if index == "-" { throw ValidationError("--index must be a file") }
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs must be between 1 and 256")
        }
    }
}
