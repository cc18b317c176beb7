import ArgumentParser
import FleetCore
import FleetLabels
import FleetOutput
import FleetRuntime
import FleetSettings

/// Options for the layout of label sheets.
struct LayoutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A name from --layouts, or custom with the options below. (default: L7160)",
            valueName: "name|custom"),
        completion: .list(SheetLayout.catalog.map(\.name) + ["custom"]))
    var layout: String?

    @Flag(help: "List the named layouts.")
    var layouts = false

    @Flag(help: "List the layouts as JSON.")
    var json = false

    @Option(
        help: ArgumentHelp("Of the layouts, only these fields.", valueName: "field,..."),
        completion: .commaSeparated(layoutColumns.map(\.name)))
    var fields: String?

    @Flag(help: "List the layouts without titles; or read the first line of --ids as an ID.")
    var noHeader = false

    @Option(help: ArgumentHelp("Custom layout: A4, letter or a size in mm.", valueName: "page"))
    var page: PageArgument?

    @Option(help: ArgumentHelp("Custom layout: number of columns.", valueName: "n"))
    var columns: Int?

    @Option(help: ArgumentHelp("Custom layout: number of rows.", valueName: "n"))
    var rows: Int?

    @Option(
        help: ArgumentHelp(
            "Size of a label in mm: of a roll, or of a custom layout.", valueName: "WxH"))
    var label: LengthPair?

    @Option(
        help: ArgumentHelp(
            "Custom layout: top and left margin in mm. (default: the labels are centered)",
            valueName: "top,left"))
    var margins: LengthPair?

    @Option(
        help: ArgumentHelp(
            "Custom layout: gutter between columns and between rows in mm.", valueName: "x,y"))
    var gap: LengthPair?

    @Option(
        help: """
            Position of the text: below or beside the QR code, or code for the QR code alone. \
            (default: beside on labels up to 12.7 mm high, else below)
            """)
    var arrange: LabelArrangement?

    @Option(help: ArgumentHelp("Number of the first free label on the first page.", valueName: "n"))
    var start = 1

    @Option(
        help: ArgumentHelp(
            "Labels of the first page that are used up, counted row by row.", valueName: "n,n-n"))
    var used: PositionsArgument?

    @Option(
        help: ArgumentHelp(
            "Print only on these labels of each page; with --pages, only what is there.",
            valueName: "n,n-n"))
    var positions: PositionsArgument?

    @Option(help: ArgumentHelp("Copies of each label.", valueName: "n"))
    var copies = 1

    @Flag(help: "Print cut marks at the corners of the labels.")
    var cutMarks = false

    @Option(
        help: ArgumentHelp(
            "Print only these pages, as they are in the whole job.", valueName: "n-n"))
    var pages: PageRangeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Move everything right and down by up to 20 mm, for a printer that is off.",
            valueName: "x,y"))
    var shift: ShiftArgument?

    @Option(
        help: ArgumentHelp(
            "Scale the positions of the labels to 90% to 110%, for a printer that is off.",
            valueName: "percent[,percent]"))
    var adjust: AdjustArgument?

    @Flag(
        help: """
            Print one page with the first label, outlines of all labels and rulers, which show the \
            --shift and --adjust that a printer needs.
            """)
    var test = false

    func validate() throws {
        if test, pages != nil || copies != 1 {
            throw ValidationError("--test prints one label, without --pages and --copies")
        }
        if positions != nil, pages == nil {
            let free: UsedOptions = ["--start": start != 1, "--used": used != nil]
            try free.refuse(with: "--positions, except to print some --pages again")
        }
        let both: UsedOptions = ["--label with --layout": label != nil && layout != nil]
        try (customs + both).require("--layout custom", isCustom)
    }

    private var customs: UsedOptions {
        [
            "--page": page != nil, "--columns": columns != nil, "--rows": rows != nil,
            "--margins": margins != nil, "--gap": gap != nil,
        ]
    }

    /// Returns the output of the list of layouts.
    func list(_ format: LabelsFormat?, _ spreadsheet: SpreadsheetOptions) throws
        -> ListOutputOptions<RecordFormat>
    {
        if let format, format.list == nil {
            throw ValidationError("--format for --layouts must be table, json, ndjson or csv")
        }
        var list = ListOutputOptions<RecordFormat>()
        (list.format, list.json, list.fields) = (format?.list, json, fields)
        (list.noHeader, list.noPager, list.spreadsheet) = (noHeader, false, spreadsheet)
        (list.out, list.ansi) = (nil, .auto)
        try list.validate()
        return list
    }

    /// Throws if an option of the list of layouts is used without it.
    /// - Parameter hasIDs: Whether the IDs are from a file, which may have a header.
    func validateNoList(hasIDs: Bool) throws {
        let used: UsedOptions = [
            "--json": json, "--fields": fields != nil, "--no-header": noHeader && !hasIDs,
        ]
        try used.require("--layouts", layouts)
    }

    private var isCustom: Bool { layout?.lowercased() == "custom" }

    /// The options that are used and that only sheets have.
    var sheet: UsedOptions {
        [
            "--layout": layout != nil, "--label": label != nil, "--arrange": arrange != nil,
            "--start": start != 1, "--used": used != nil, "--positions": positions != nil,
            "--copies": copies != 1, "--cut-marks": cutMarks, "--pages": pages != nil,
            "--shift": shift != nil, "--adjust": adjust != nil, "--test": test,
        ] + customs
    }

    /// Returns the options with the layout of a printer, unless they have another one.
    func taking(_ printer: Printer?) -> LayoutOptions {
        guard let printer, layout == nil, label == nil else { return self }
        var options = self
        options.layout = printer.layout
        options.label = printer.label.flatMap { LengthPair(argument: $0) }
        return options
    }

    /// Returns the design of the sheets, with the options of the layout.
    /// - Throws: `CommandError` (64).
    func design() throws -> LabelDesign {
        var design = LabelDesign(layout: try sheetLayout())
        if cutMarks, design.layout.isRoll {
            throw CommandError.usage(
                "--cut-marks cannot be used with a roll, whose labels are cut already",
                hint: "leave out --cut-marks")
        }
        (design.cutMarks, design.isTest, design.arrangement) = (cutMarks, test, arrange)
        (design.start, design.copies) = (start, copies)
        design.pages = pages?.pages
        if pages == nil {
            design.positions = positions?.positions
        } else {
            design.printedPositions = positions?.positions
        }
        design.used = Set(used?.positions ?? [])
        design.correction = correction
        return design
    }

    private var correction: PrintCorrection {
        PrintCorrection(
            shiftX: shift?.x ?? 0, shiftY: shift?.y ?? 0, scaleX: adjust?.x ?? 1,
            scaleY: adjust?.y ?? 1)
    }

    /// Returns the selected layout, by default the first of the catalog.
    private func sheetLayout() throws -> SheetLayout {
        if isCustom { return try custom() }
        if let label {
            do throws(SheetLayoutError) {
                return try SheetLayout(
                    rollOf: PaperSize(width: label.first, height: label.second))
            } catch {
                throw CommandError(error)
            }
        }
        guard let layout else { return SheetLayout.catalog[0] }
        guard let known = SheetLayout.named(layout) else {
            throw CommandError.usage(
                "no layout named '\(layout)'",
                hint: "run `fleet labels --layouts` to list them, or use `--label 62x29` for a roll"
            )
        }
        return known
    }

    private func custom() throws -> SheetLayout {
        guard let label, let page else {
            throw CommandError.usage(
                "--layout custom needs --page and --label",
                hint: "use for example `--page A4 --label 50x30`")
        }
        let size = PaperSize(width: label.first, height: label.second)
        let (columns, rows) = (columns ?? 1, rows ?? 1)
        let (gapX, gapY) = (gap?.first ?? 0, gap?.second ?? 0)
        let width = Double(columns) * (size.width + gapX) - gapX
        let height = Double(rows) * (size.height + gapY) - gapY
        // Labels that do not fit are not centered, so that the error has their true size.
        let isCentred = width <= page.size.width && height <= page.size.height
        do throws(SheetLayoutError) {
            return try SheetLayout(
                page: page.size, columns: columns, rows: rows, label: size,
                left: margins?.second ?? (isCentred ? (page.size.width - width) / 2 : 0),
                top: margins?.first ?? (isCentred ? (page.size.height - height) / 2 : 0),
                gapX: gapX, gapY: gapY)
        } catch {
            throw CommandError(error)
        }
    }

    private static var layoutColumns: [RecordList.Column<SheetLayout>] {
        [
            .init("name") { .text($0.name) },
            .init("maker") { .text($0.maker) },
            .init("page_width_mm") { .number($0.page.width) },
            .init("page_height_mm") { .number($0.page.height) },
            .init("columns") { FieldValue($0.columns) },
            .init("rows") { FieldValue($0.rows) },
            .init("label_width_mm") { .number($0.label.width) },
            .init("label_height_mm") { .number($0.label.height) },
            .init("left_mm") { .number($0.left) },
            .init("top_mm") { .number($0.top) },
            .init("gap_x_mm") { .number(rounded($0.gapX)) },
            .init("gap_y_mm") { .number(rounded($0.gapY)) },
            .init("roll") { .flag($0.isRoll) },
        ]
    }

    /// Returns a difference of lengths without the digits of rounding.
    private static func rounded(_ length: Double) -> Double { (length * 1000).rounded() / 1000 }

    /// The named layouts.
    static var list: RecordList {
        RecordList(
            "layouts", columns: layoutColumns, rows: SheetLayout.catalog,
            table: [
                .init("NAME") { $0.name },
                .init("MAKER") { $0.maker },
                .init("PAGE") { $0.isRoll ? "roll" : pageName($0.page) },
                .init("LABELS") { $0.isRoll ? "1" : "\($0.columns) × \($0.rows)" },
                .init("LABEL") { "\(decimal($0.label.width)) × \(decimal($0.label.height)) mm" },
            ])
    }

    private static func pageName(_ page: PaperSize) -> String {
        switch page {
        case .a4: "A4"
        case .usLetter: "US Letter"
        default: "\(decimal(page.width)) × \(decimal(page.height)) mm"
        }
    }
}
