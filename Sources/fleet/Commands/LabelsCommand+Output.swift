import ArgumentParser
import FleetCore
import FleetLabels
import FleetOutput
import FleetRuntime
import FleetSettings
import POSIX
import QRCode

extension LabelsCommand {
    /// Returns the writer of files and previews.
    func writer(
        for labels: LabelSequence, _ printer: NamedPrinter?, in context: CommandContext
    ) throws -> any LabelWriter {
        do {
            let design = try design(for: printer)
            var previews = try previews(of: design, title: labels.title, in: context)
            let writer = try fileWriter(design, title: labels.title, context.output)
            guard let last = writer ?? previews.popLast() else {
                throw CommandError.usage(
                    "--out is missing", hint: "use `--out FILE.pdf` or `--out FOLDER/`")
            }
            return previews.isEmpty ? last : PreviewedLabels(previews, last)
        } catch {
            throw CommandError(labelError: error) ?? error
        }
    }

    /// Returns the writer of the labels; `nil` without --out.
    private func fileWriter(
        _ design: LabelDesign, title: String, _ terminal: Output
    ) throws -> (any LabelWriter)? {
        let cells = spreadsheet.cells ?? .exact
        switch try target {
        case .sheet(let path):
            guard path != "-" || !terminal.isTerminal else {
                throw CommandError.usage(
                    "a PDF file cannot be shown on a terminal",
                    hint: "use `--out FILE.pdf`, or send the output to a program such as lp")
            }
            return try LabelSheetWriter(
                design: design, encoding: encoding, jobs: jobs, title: title,
                index: output.index.map { try SheetIndex($0, cells: cells) },
                to: PartialOutput(path, terminal))
        case .zpl(let path):
            return try LabelZPLWriter(
                design: design, encoding: encoding, jobs: jobs,
                index: output.index.map { try SheetIndex($0, cells: cells) },
                to: PartialOutput(path, terminal))
        case .folder(let path):
            return try LabelFolderWriter(
                path, format: folder.imageFormat, size: folder.imageSize(print),
                encoding: encoding, jobs: jobs, skipsExisting: folder.skipExisting, cells: cells)
        case nil: return nil
        }
    }

    /// Returns the writers of the pictures of the first sheet.
    private func previews(
        of design: LabelDesign, title: String, in context: CommandContext
    ) throws -> [LabelSheetWriter] {
        // The codes are verified where they are printed.
        let encoding = EncodingOptions(level: content.level, boosts: print.boost, verifies: false)
        func writer(_ dotsPerInch: Double, _ receiver: PartialOutput) throws -> LabelSheetWriter {
            try LabelSheetWriter(
                .picture(dotsPerInch: dotsPerInch), design: design, encoding: encoding, jobs: 1,
                title: title, index: nil, to: receiver)
        }
        var writers: [LabelSheetWriter] = []
        if output.preview {
            let terminal = try SheetPreview(in: context)
            writers.append(
                try writer(terminal.resolution(for: design.layout.page), terminal.receiver()))
        }
        if let path = output.previewFile {
            writers.append(
                try writer(
                    print.resolution ?? SheetPreview.fileResolution,
                    PartialOutput(path, context.output)))
        }
        return writers
    }

    var encoding: EncodingOptions {
        EncodingOptions(level: content.level, boosts: print.boost, verifies: print.verify)
    }

    var jobs: Int { output.jobs ?? CurrentProcess.processorCount }

    /// Returns the design of the options, which win over the settings of a printer.
    func design(for printer: NamedPrinter?) throws -> LabelDesign {
        var design = try layout.taking(printer?.printer).design()
        if let printer {
            design.correction.take(
                from: printer.printer, shift: layout.shift == nil, scale: layout.adjust == nil)
        }
        design.side = print.sizeMm
        design.dotsPerInch =
            print.resolution ?? printer?.printer.dotsPerInch ?? standardResolution(of: printer)
        design.quietZone = print.quietZone
        design.colors = print.colors
        return design
    }

    private func standardResolution(of printer: NamedPrinter?) -> Double {
        if case .zpl? = try? target { return LabelZPLWriter.standardResolution }
        return printer?.printer.language == .zpl ? LabelZPLWriter.standardResolution : print.dpi
    }
}
