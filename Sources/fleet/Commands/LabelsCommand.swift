import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetLabels
import FleetOutput
import FleetRuntime
import POSIX

/// `fleet labels`: QR codes of many vehicles, on label sheets or as images.
struct LabelsCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "Make QR codes for many vehicles, on label sheets or as images.",
        examples: [
            "Make label sheets for the red vehicles":
                "fleet labels --color red --layout L7160 --out red.pdf",
            "Save an image for each vehicle and an index.csv": "fleet labels --out codes/",
            "Check the alignment of a printer with one label":
                "fleet labels --layout L7160 --test --out test.pdf",
            "Print labels on a roll": "fleet labels --label 62x29mm --out - | lp",
            "Encode links for the IDs in a file":
                "fleet labels --ids ids.txt --template 'https://example.com/v/{id}' --out qr/",
        ],
        notes: "This command neither uses nor changes the saved color filter."
    )

    @Argument(
        help: .withLink("Only these vehicles.", "id"), completion: .stored(.vehicles))
    var vehicles: [String] = []

    @OptionGroup(title: "Output") var output: LabelOutputOptions
    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "IDs from a file") var idList: IDListOptions
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
        try layout.validateNoList(hasIDs: idList.ids != nil)
        switch LabelTarget(output.out ?? "") {
        case .sheet:
            try folder.validateUnused()
            try spreadsheet.used.require("a folder or --index", output.index != nil)
            try (["--name": content.name != nil] as UsedOptions)
                .require("--text name or both", content.hasName)
        case .folder: try validateFolder()
        case nil:
            throw ValidationError("--out must be a .pdf file, or a folder ending in /")
        }
        if idList.ids != nil, content.content == .uri {
            throw ValidationError("--content uri cannot be used with --ids; use --template")
        }
        try validateIDs()
        try IDArgument.check(vehicles, "the vehicle ID")
        try filter.check(sort: selection.sort)
        if idList.ids != nil, isSelecting {
            throw ValidationError("filters cannot be used with --ids")
        }
    }

    private func validateFolder() throws {
        let sheet: UsedOptions = ["--index": output.index != nil, "--name": content.name != nil]
        try (layout.sheet + content.sheet + sheet).require("a .pdf file", false)
        try folder.validate(with: print)
    }

    /// Checks the options for the IDs in a file.
    private func validateIDs() throws {
        guard idList.ids != nil else { return }
        try (["--allow-rotating": content.allowRotating] as UsedOptions).refuse(with: "--ids")
        try (["--no-header": layout.noHeader] as UsedOptions)
            .refuse(with: idList.file.column == nil ? nil : "--column")
        try (["--text \(content.text.rawValue) with --ids": content.hasName] as UsedOptions)
            .require("--name", content.name != nil)
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
        ] + output.used + selection.used + idList.used + content.used + layout.sheet
            + folder.used + print.used
    }

    func run(in context: CommandContext) async throws {
        if layout.layouts {
            let list = try layout.list(folder.format, spreadsheet)
            return try context.printList(LayoutOptions.list, as: list.selectedFormat, list.display)
        }
        try OutputFile.checkDistinct([
            "--ids": idList.ids, "--out": output.out.flatMap(LabelTarget.init)?.path,
            "--index": output.index,
            "--report": output.report.flatMap { LabelReport.isStandardOutput($0) ? nil : $0 },
        ])
        print.warnOfColors(context.output)
        if let ids = try idFile(in: context) {
            return try run(try await labels(for: ids, in: context), in: context)
        }
        let selected = try await context.select(
            source.argument, in: context.preferences(), acceptsVehicle: true)
        let choice = try await filter.choice(with: selection.input, of: selected, in: context)
        let query = choice.query(vehicles + selected.vehicleIDs)
        let content = try await content.labelContent(of: selected, in: context)
        try await context.open(selected).withListing(
            query, FetchMode(), onlyFavorites: choice.onlyFavorites, includesGone: true
        ) { listing in
            listing.warnOfParsing(context.output)
            listing.logMissing(to: context.output)
            listing.logResolved(to: context.output)
            try run(try labels(for: listing, of: selected, content, in: context), in: context)
        }
    }

    private func run(_ labels: LabelSequence, in context: CommandContext) throws {
        try LabelRun(
            labels: layout.test ? labels.first : labels,
            writer: try writer(for: labels, context.output),
            report: try output.report.map { try LabelReport(to: $0, context.output) },
            context: context
        ).run()
    }
}

extension LabelsCommand {
    /// Opens the file of IDs, and finds out whether its first line is a title.
    private func idFile(in context: CommandContext) throws -> IDFile? {
        let known = StoredNames(
            of: source.selection.link ?? source.selection.text, in: context)
        return try idList.file.file(
            context.output, hasHeader: !layout.noHeader, order: idList.order ?? .file
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

    private func labels(
        for file: IDFile, in context: CommandContext
    ) async throws -> LabelSequence {
        let selected =
            content.isPage
            ? try await context.select(source.argument, in: context.preferences()) : nil
        let content = try await content.labelContent(of: selected, in: context)
        return LabelSequence(
            forEach: { body in
                try file.forEachID { id in
                    try checkPage(of: id)
                    try body(content.item(for: id))
                }
            },
            title: "fleet labels", name: self.content.name ?? "")
    }

    private func labels(
        for listing: Listing, of selected: ResolvedSource, _ content: LabelContent,
        in context: CommandContext
    ) throws -> LabelSequence {
        let output = context.output
        let field = selected.source.labelField
        try checkRotation(listing.header.rotation, of: selected, in: context)
        let id = field?.idExtractor() ?? { $0.labelText }
        let rule = LinkRule(listing.header.feed)
        var skipped = SkippedVehicles()
        try listing.vehicles { vehicle in
            let id = id(vehicle)
            if let id { try checkPage(of: Array(id.utf8)) }
            let item = id.flatMap { content.item(for: vehicle, id: $0, links: rule) }
            if item == nil { skipped.add(vehicle, hasID: id != nil) }
        }
        skipped.warn(output, needsLink: content.kind == .uri && field == nil)
        return LabelSequence(
            forEach: { body in
                try listing.vehicles { vehicle in
                    guard let id = id(vehicle) else { return }
                    if let item = content.item(for: vehicle, id: id, links: rule) {
                        try body(item)
                    }
                }
            },
            title: "fleet labels: " + listing.header.source,
            name: self.content.name ?? listing.header.feed.systemName ?? listing.header.source)
    }

    /// Refuses IDs that browsers remove from the address of a page (URL Standard, section 4.4).
    private func checkPage(of id: [UInt8]) throws {
        guard content.isPage, id == Array(".".utf8) || id == Array("..".utf8) else { return }
        throw CommandError(
            .data, "the page of the vehicle \(String(decoding: id, as: UTF8.self)) has no address",
            hint: "leave out this vehicle, or use --content id")
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

    private func writer(
        for labels: LabelSequence, _ terminal: Output
    ) throws -> any LabelWriter {
        let encoding = EncodingOptions(
            level: content.level, boosts: print.boost, verifies: print.verify)
        let jobs = output.jobs ?? CurrentProcess.processorCount
        let cells = spreadsheet.cells ?? .exact
        do {
            switch LabelTarget(output.out ?? "") {
            case .sheet(let path):
                let text = LabelText(
                    choice: content.text, name: labels.name, caption: content.caption)
                return try LabelSheetWriter(
                    path, design: design(), text: text, encoding: encoding, jobs: jobs,
                    title: labels.title,
                    index: output.index.map { try SheetIndex($0, cells: cells) }, terminal)
            case .folder(let path):
                return try LabelFolderWriter(
                    path, format: folder.imageFormat, size: folder.imageSize(print),
                    encoding: encoding, jobs: jobs, skipsExisting: folder.skipExisting,
                    cells: cells)
            case nil:
                throw CommandError.usage(
                    "--out is missing", hint: "use `--out FILE.pdf` or `--out FOLDER/`")
            }
        } catch {
            throw CommandError(labelError: error) ?? error
        }
    }

    private func design() throws -> LabelDesign {
        var design = try layout.design()
        design.side = print.sizeMm
        design.dotsPerInch = print.dpi
        design.quietZone = print.quietZone
        design.colors = print.colors
        return design
    }
}

/// Numbers of vehicles that get no label.
private struct SkippedVehicles {
    private var lacking = 0
    private var withRefusedLink = 0

    mutating func add(_ vehicle: Vehicle, hasID: Bool) {
        if hasID, vehicle.rentalURIs != nil { withRefusedLink += 1 } else { lacking += 1 }
    }

    /// - Parameter needsLink: Whether the vehicles need a link, and have an ID in any case.
    func warn(_ output: Output, needsLink: Bool) {
        if lacking > 0 {
            let missing = needsLink ? "a rental link" : "a stable ID"
            output.warn("skipped \(ShortText.count(lacking, "vehicle")) without \(missing)")
        }
        if withRefusedLink > 0 {
            output.warn(
                "skipped \(ShortText.count(withRefusedLink, "vehicle")) with a rental link that is "
                    + "neither of the web nor of the system's own app")
        }
    }
}
