import ArgumentParser
import FleetCore
import FleetLabels
import QRCode

/// `fleet labels`: QR codes of many vehicles, on sheets or as images.
struct LabelsCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "Print the QR codes of many vehicles, on label sheets or as images.",
        discussion: """
            A path that ends in .pdf becomes a sheet, one that ends in / a folder with an image for \
            each vehicle and an index.csv. The saved color filter is neither used nor changed.
            """
    )

    @Option(help: ArgumentHelp("The PDF file, or the folder.", valueName: "file.pdf|folder/"))
    var out: String?

    @OptionGroup var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Codes from a file") var codes: CodeOptions
    @OptionGroup(title: "Content") var content: LabelOptions
    @OptionGroup(title: "Print") var print: PrintOptions
    @OptionGroup(title: "Sheets") var layout: LayoutOptions
    @OptionGroup(title: "Folders") var folder: FolderOptions

    @Flag(help: "Print codes even if the source is known to change them after trips.")
    var allowRotating = false

    @Option(
        help: ArgumentHelp(
            "Tell every label as JSON, in a file or on the standard output (- or json).",
            valueName: "file|-"))
    var report: String?

    @Option(help: ArgumentHelp("How many threads work; else as many as there are.", valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if layout.layouts { return }
        guard let out else { throw ValidationError("--out names a .pdf file, or a folder with /") }
        switch LabelTarget(out) {
        case .sheet: try folder.validateIsLeftOut()
        case .folder where layout.isGiven:
            throw ValidationError("--layout, --start, --copies and --cut-marks are for .pdf sheets")
        case .folder: try folder.validate(beside: print)
        case nil:
            throw ValidationError(
                "--out names a file that ends in .pdf, or a folder that ends in /")
        }
        if codes.ids != nil, content.content == .uri {
            throw ValidationError("--content uri needs vehicles; with --ids give a --template")
        }
        if codes.ids != nil, try filter.filter(savedColors: .all) != Filter() {
            throw ValidationError("a filter narrows vehicles; with --ids leave it out")
        }
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs is a number from 1 to 256")
        }
    }

    func run(in composition: Composition) async throws {
        if layout.layouts { return try composition.output.write(LayoutOptions.table) }
        print.warnOfColors(composition.output)
        if let ids = codes.ids {
            return try run(try supply(of: CodeFile(ids, column: codes.column)), in: composition)
        }
        let selected = try composition.select(source.text, in: composition.preferences())
        var query = VehicleQuery()
        query.filter = try filter.filter(savedColors: .all)
        try await composition.open(selected).withListing(query, Asking()) { listing in
            composition.output.warn(of: listing.reading)
            try run(try supply(of: listing, selected, composition.output), in: composition)
        }
    }

    private func run(_ supply: LabelSupply, in composition: Composition) throws {
        try LabelRun(
            supply: supply, press: try press(for: supply),
            report: try report.map { try LabelReport(to: $0, composition.output) },
            output: composition.output
        ).run()
    }
}

extension LabelsCommand {
    private func supply(of file: CodeFile) throws -> LabelSupply {
        let content = try content.labelContent()
        return LabelSupply(
            forEach: { body in try file.forEachCode { try body(content.item(of: $0)) } },
            title: "fleet labels", name: codes.name ?? "")
    }

    private func supply(
        of listing: Listing, _ selected: SelectedSource, _ output: Output
    ) throws -> LabelSupply {
        let field = selected.source.labelField
        try checkRotation(listing.head.rotation, field, output)
        let content = try content.labelContent()
        let code = (field ?? .vehicleID).finder()
        var leftOut = 0
        try listing.vehicles { vehicle in
            let item = code(vehicle).flatMap { content.item(of: vehicle, code: $0) }
            if item == nil { leftOut += 1 }
        }
        if leftOut > 0 {
            let what = content.kind == .uri && field == nil ? "rental link" : "code for a label"
            let have = leftOut == 1 ? "vehicle has" : "vehicles have"
            output.warn("\(leftOut) \(have) no \(what), left out")
        }
        return LabelSupply(
            forEach: { body in
                try listing.vehicles { vehicle in
                    guard let code = code(vehicle) else { return }
                    if let item = content.item(of: vehicle, code: code) { try body(item) }
                }
            },
            title: "fleet labels: " + listing.head.source,
            name: codes.name ?? listing.head.feed.systemName ?? listing.head.source)
    }

    /// A code that changes is not printed, unless its permanent place is known or the user insists.
    private func checkRotation(
        _ rotation: IDRotation, _ field: LabelField?, _ output: Output
    ) throws {
        guard field == nil else { return }
        switch rotation {
        case .no: break
        case .unknown:
            output.warn(
                "it is not known whether this source changes its codes after trips; "
                    + "`--ids stable` of `fleet source add` says that it does not")
        case .yes where allowRotating:
            output.warn("this source changes its codes after trips: a printed code goes stale")
        case .yes:
            throw Problem.usage(
                "this source changes its codes after trips, so printed codes would go stale",
                hint: "name the permanent code's place with `fleet source add … --label-field`, "
                    + "or give --allow-rotating")
        }
    }

    private func press(for supply: LabelSupply) throws -> any LabelPress {
        let plan = SymbolPlan(level: content.level, boosts: print.boost, verifies: print.verify)
        let jobs = jobs ?? processorCount()
        do {
            switch LabelTarget(out ?? "") {
            case .sheet(let path):
                let text = LabelText(
                    choice: content.text, name: supply.name, caption: content.caption)
                return try SheetPress(
                    path, design(), text, plan, jobs: jobs, title: supply.title)
            case .folder(let path):
                return try FolderPress(
                    path, folder.format ?? .png, folder.imageSize(print), plan, jobs: jobs,
                    skipsExisting: folder.skipExisting)
            case nil:
                throw Problem.usage("--out is missing", hint: "name a .pdf file or a folder")
            }
        } catch {
            throw Problem(ofLabel: error) ?? error
        }
    }

    private func design() throws -> LabelDesign {
        var design = LabelDesign(layout: try layout.chosen())
        design.side = print.sizeMm
        design.dotsPerInch = print.dpi
        design.quietZone = print.quietZone
        design.colors = print.colors
        design.cutMarks = layout.cutMarks
        design.start = layout.start
        design.copies = layout.copies
        return design
    }
}
