import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetLabels
import FleetOutput
import FleetRuntime
import FleetSQL
import FleetSettings
import POSIX

/// `fleet labels`: QR codes of many vehicles, on label sheets or as images.
struct LabelsCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "Make QR codes for many vehicles, on label sheets or as images.",
        examples: [
            "Make label sheets for the red vehicles":
                "fleet labels --color red --layout L7160 --out red.pdf",
            "Look at the labels of a spreadsheet, with its texts, in the terminal":
                "fleet labels --ids bikes.xlsx --text '{Name} · {Shelf}' --preview",
            "Check the alignment of a printer with one page":
                "fleet labels --layout L7160 --test --out test.pdf",
            "Print only the vehicles that have no label yet":
                "fleet labels --unprinted --print --printer zebra",
            "Save an image of a link for each ID in a file":
                "fleet labels --ids ids.txt --template 'https://example.com/v/{id}' --out qr/",
        ],
        notes: "This command neither uses nor changes the saved color filter."
    )

    @Argument(
        help: .withLink("Only these vehicles.", "id"), completion: .stored(.vehicles))
    var vehicles: [String] = []

    @OptionGroup(title: "Output") var output: LabelOutputOptions
    @OptionGroup(title: "Printer") var printing: PrinterOptions
    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "IDs from a file") var idList: IDListOptions
    @OptionGroup(title: "IDs from a file") var unknown: UnknownIDOption
    @OptionGroup(title: "Content") var content: LabelOptions
    @OptionGroup(title: "Sheets") var layout: LayoutOptions
    @OptionGroup(title: "Folders") var folder: FolderOptions
    @OptionGroup(title: "Index") var spreadsheet: SpreadsheetOptions
    @OptionGroup(title: "Print") var print: PrintOptions

    var database: String? { source.database }

    mutating func validate() throws {
        vehicles = try source.selection.takeLink(from: vehicles)
        let file = idList.file
        idList.file = try source.selection.table.given(to: file)
        if layout.layouts {
            try unlisted.refuse(with: "--layouts")
            _ = try layout.list(folder.format, spreadsheet)
            return
        }
        if printing.resume != nil { return try (unlisted + folder.used).refuse(with: "--resume") }
        try layout.validateNoList(hasIDs: idList.ids != nil)
        try validatePrinting()
        switch try target {
        case .sheet: try validateSheet()
        case .zpl:
            try validateSheet()
            try print.inks.refuse(with: "a .zpl file, which is black and white")
        case .folder: try validateFolder()
        case nil:
            try validateSheet()
            try (["--index": output.index != nil, "--report": output.report != nil] as UsedOptions)
                .require("--out", false)
        }
        try validateIDs()
        try IDArgument.check(vehicles, "the vehicle ID")
        try filter.check(sort: selection.sort)
        if idList.ids != nil, isSelecting {
            throw ValidationError("filters cannot be used with --ids")
        }
    }

    /// The file or folder that is written; `nil` for a printer, or for a preview alone.
    var target: LabelTarget? {
        get throws { printing.isPrinting ? nil : try output.target() }
    }

    private func validatePrinting() throws {
        try output.files.refuse(with: printing.isPrinting ? "--print" : nil)
        try (["--unprinted": printing.unprinted] as UsedOptions)
            .refuse(with: layout.test ? "--test" : nil)
    }

    private func validateSheet() throws {
        try folder.validateUnused()
        try content.sheet.refuse(with: layout.arrange == .code ? "--arrange code" : nil)
        try spreadsheet.used.require("a folder or --index", output.index != nil)
        try (["--name": content.name != nil] as UsedOptions)
            .require("--text name or both", try content.labelText().hasName)
    }

    private func validateFolder() throws {
        try output.previews.refuse(with: "a folder")
        let sheet: UsedOptions = ["--index": output.index != nil, "--name": content.name != nil]
        try (layout.sheet + content.sheet + sheet).require("a .pdf file", false)
        try folder.validate(with: print)
    }

    /// Checks the options for the IDs in a file.
    private func validateIDs() throws {
        try unknown.used.require("--ids", idList.ids != nil)
        guard idList.ids != nil else { return }
        let mayLookUp = try needsVehicles || !content.labelText().names.isEmpty
        try unknown.used.require("--source", mayLookUp)
        try (["--unknown print": unknown.isPrinted] as UsedOptions)
            .refuse(with: content.content == .uri ? "--content uri" : nil)
        try (["--allow-rotating": content.allowRotating] as UsedOptions)
            .refuse(with: mayLookUp ? nil : "--ids")
        try (["--no-header": layout.noHeader] as UsedOptions)
            .refuse(with: idList.file.column == nil ? nil : "--column")
        try (["--text \(content.text ?? "") with --ids": nameIsMissing] as UsedOptions)
            .require("--name or --source", mayLookUp)
    }

    /// Whether the IDs in a file are always looked up in the source.
    private var needsVehicles: Bool { source.argument != .standard || content.content == .uri }

    /// Whether the labels have the name of the fleet, and no option has it.
    private var nameIsMissing: Bool {
        get throws { try content.labelText().hasName && content.name == nil }
    }

    /// Whether an option or an ID selects vehicles of the source.
    private var isSelecting: Bool {
        selection.used.first != nil || !vehicles.isEmpty || filter.isUsed
    }

    /// The options that are used and that the list of layouts does not have.
    private var unlisted: UsedOptions {
        [
            "a vehicle ID": !vehicles.isEmpty,
            "a source": source.argument != .standard || source.database != nil,
            "a filter": filter.isUsed,
        ] + output.used + printing.used + selection.used + idList.used + unknown.used
            + content.used + layout.sheet
            + folder.used + print.used
    }

    func run(in context: CommandContext) async throws {
        if layout.layouts {
            let list = try layout.list(folder.format, spreadsheet)
            return try context.printList(LayoutOptions.list, as: list.selectedFormat, list.display)
        }
        if let job = printing.resume { return try await resume(job, in: context) }
        try OutputFile.checkDistinct([
            "--ids": idList.ids, "--out": output.out.flatMap(LabelTarget.init)?.path,
            "--index": output.index, "--preview-file": output.previewFile,
            "--report": output.report.flatMap { LabelReport.isStandardOutput($0) ? nil : $0 },
        ])
        print.warnOfColors(context.output)
        let printer = try printing.find(in: context)
        let file = try idFile(in: context)
        if let file, try !isLookedUp(file) {
            let selected =
                content.isPage
                ? try await context.select(source.argument, in: context.preferences()) : nil
            let goal = try await goal(of: selected, on: printer, in: context)
            let labels = try await labels(for: file, of: selected, in: context)
            return try await finish(try run(labels, goal, in: context), in: context)
        }
        let selected = try await context.select(
            source.argument, in: context.preferences(), acceptsVehicle: file == nil)
        let choice = try await filter.choice(with: selection.input, of: selected, in: context)
        var query = choice.query(vehicles + selected.vehicleIDs)
        if let file {
            query = .everything
            query.typedIDs = file.texts
        }
        let content = try await content.labelContent(of: selected, in: context)
        let ofTable = try await self.content.contentOfTable(of: selected, in: context)
        let goal = try await goal(of: selected, on: printer, in: context)
        let made = try await context.open(selected).withListing(
            query, FetchMode(), onlyFavorites: choice.onlyFavorites, includesGone: true,
            precision: file == nil ? .beginning : .exact
        ) { listing in
            listing.warnOfParsing(context.output)
            if file == nil {
                listing.logMissing(to: context.output)
                listing.logResolved(to: context.output)
            }
            let content = listing.header.feed.isTable ? ofTable ?? content : content
            let labels = try labels(for: listing, file, of: selected, content, in: context)
            return try run(labels, goal, in: context)
        }
        try await finish(made, in: context)
    }
}

extension LabelsCommand {
    /// Opens the file of IDs, and finds out whether its first line is a title.
    private func idFile(in context: CommandContext) throws -> IDFile? {
        let known = StoredNames(
            of: source.selection.link ?? source.selection.text, in: context)
        return try idList.file.file(
            context.output, hasHeader: !layout.noHeader, order: idList.order ?? .file,
            otherColumns: content.labelText().names
        ) { first, next in
            guard FirstLine(first, next, isKnown: known.hasVehicle).isUnusual else {
                return false
            }
            let title = TerminalText.limited(first)
            if let answer = context.output.answer(to: "Is the first line, '\(title)', a title?") {
                return answer
            }
            context.output.warn(
                "the first line of --ids, '\(title)', is not a known vehicle ID; if it is a title, "
                    + "use --column \(ShellWord.quoted(first))")
            return false
        }
    }

    /// Returns whether the IDs in a file are looked up: in the source that is named, or for what the
    /// file does not have.
    private func isLookedUp(_ file: IDFile) throws -> Bool {
        try needsVehicles || !LabelLines.suffice(file.headings, for: content.labelText())
    }

    /// Returns the labels of the IDs in a file alone.
    private func labels(
        for file: IDFile, of selected: ResolvedSource?, in context: CommandContext
    ) async throws -> LabelSequence {
        guard try !nameIsMissing else {
            throw CommandError.usage(
                "--text \(content.text ?? "") with --ids needs the name of the fleet",
                hint: "add --name or --source")
        }
        let unused = unknown.used + ["--allow-rotating": content.allowRotating]
        if let option = unused.first {
            throw CommandError.usage(
                "\(option) needs vehicles of a source", hint: "add --source NAME, or leave it out")
        }
        return LabelSequence(
            of: file, try await content.labelContent(of: selected, in: context),
            try lines(content.name ?? "", of: nil, file))
    }

    /// Returns the labels of vehicles: all of a listing, or those that a file has, in its order.
    private func labels(
        for listing: Listing, _ file: IDFile?, of selected: ResolvedSource,
        _ content: LabelContent, in context: CommandContext
    ) throws -> LabelSequence {
        let header = listing.header
        try checkRotation(header.rotation, of: selected, in: context)
        let name = self.content.name ?? header.feed.systemName ?? header.source
        let labels = VehicleLabels(
            of: listing, selected.source.labelField, content, try lines(name, of: header, file))
        guard let file else { return try labels.sequence(context.output) }
        return try labels.sequence(
            of: file, printsUnknown: unknown.isPrinted, context.output)
    }

    private func lines(
        _ name: String, of header: ListHeader?, _ file: IDFile?
    ) throws -> LabelLines {
        let text = try content.labelText()
        do throws(TextTemplateError) {
            return try LabelLines(text, name: name, of: header, columns: file?.headings ?? [])
        } catch {
            throw CommandError(error, option: "--text")
        }
    }

    /// Refuses rotating IDs unless the source has a label field or the user allows them.
    private func checkRotation(
        _ rotation: IDRotation, of source: ResolvedSource, in context: CommandContext
    ) throws {
        guard source.source.labelField == nil else { return }
        func command(setting option: String) -> String {
            source.command(setting: option, in: context)
        }
        switch rotation {
        case .no: break
        case .unknown:
            context.output.warn(
                "vehicle IDs of this source may rotate after trips; if they do not, "
                    + "\(source.adviser)run `\(command(setting: "--ids stable"))`")
        case .yes where content.allowRotating:
            context.output.warn(
                "vehicle IDs of this source rotate: a QR code becomes invalid after a trip")
        case .yes:
            throw CommandError.usage(
                "vehicle IDs of this source rotate, so QR codes would become invalid after a trip",
                hint: source.adviser + "set the field of the stable ID with "
                    + "`\(command(setting: "--label-field FIELD"))`"
                    + (content.isPage ? "" : ", or use --allow-rotating"))
        }
    }
}
