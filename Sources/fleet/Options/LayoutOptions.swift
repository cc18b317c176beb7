import ArgumentParser
import FleetLabels

/// Where labels lie on the pages of a sheet.
struct LayoutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The labels: a name of --layouts, or custom with the options below.",
            valueName: "name|custom"))
    var layout: String?

    @Flag(help: "List the layouts that are known by name, and end.")
    var layouts = false

    @Option(help: ArgumentHelp("custom: A4, letter or a size in mm.", valueName: "page"))
    var page: PageOption?

    @Option(help: ArgumentHelp("custom: labels from left to right.", valueName: "n"))
    var columns: Int?

    @Option(help: ArgumentHelp("custom: labels from top to bottom.", valueName: "n"))
    var rows: Int?

    @Option(help: ArgumentHelp("custom: one label, in mm.", valueName: "WxH"))
    var label: LengthPair?

    @Option(
        help: ArgumentHelp(
            "custom: margins at the top and on the left, in mm; else the labels are centred.",
            valueName: "top,left"))
    var margins: LengthPair?

    @Option(
        help: ArgumentHelp(
            "custom: what is between two columns and two rows, in mm.", valueName: "x,y"))
    var gap: LengthPair?

    @Option(help: ArgumentHelp("The first free label of the first page.", valueName: "n"))
    var start = 1

    @Option(help: ArgumentHelp("How often each label is printed.", valueName: "n"))
    var copies = 1

    @Flag(help: "Mark the corners of the labels, for cutting.")
    var cutMarks = false

    func validate() throws {
        guard layouts || !isCustom else { return }
        let custom: [(String, Bool)] = [
            ("--page", page != nil), ("--columns", columns != nil), ("--rows", rows != nil),
            ("--label", label != nil), ("--margins", margins != nil), ("--gap", gap != nil),
        ]
        if let given = custom.first(where: \.1) {
            throw ValidationError("\(given.0) is for `--layout custom`")
        }
    }

    private var isCustom: Bool { layout?.lowercased() == "custom" }

    /// Whether anything but the layout's own name was given that only sheets have.
    var isGiven: Bool { layout != nil || start != 1 || copies != 1 || cutMarks }

    /// The layout that was asked for; the first of the catalog if none was.
    /// - Throws: `Problem` (64).
    func chosen() throws -> SheetLayout {
        if isCustom { return try custom() }
        guard let layout else { return SheetLayout.catalog[0] }
        guard let known = SheetLayout.named(layout) else {
            throw Problem.usage(
                "there is no layout \(layout)",
                hint: "`fleet labels --layouts` lists them; `--layout custom` is one of your own")
        }
        return known
    }

    private func custom() throws -> SheetLayout {
        guard let label, let page else {
            throw Problem.usage(
                "a layout of your own needs a page and a label",
                hint: "give at least --page A4 and --label 50x30")
        }
        let size = PaperSize(width: label.first, height: label.second)
        let (columns, rows) = (columns ?? 1, rows ?? 1)
        let (gapX, gapY) = (gap?.first ?? 0, gap?.second ?? 0)
        let width = Double(columns) * (size.width + gapX) - gapX
        let height = Double(rows) * (size.height + gapY) - gapY
        // What does not fit is not centred either, so that the failure tells its true size.
        let isCentred = width <= page.size.width && height <= page.size.height
        do throws(SheetLayoutError) {
            return try SheetLayout(
                page: page.size, columns: columns, rows: rows, label: size,
                left: margins?.second ?? (isCentred ? (page.size.width - width) / 2 : 0),
                top: margins?.first ?? (isCentred ? (page.size.height - height) / 2 : 0),
                gapX: gapX, gapY: gapY)
        } catch {
            throw Problem(error)
        }
    }

    /// The layouts that are known by name, as a table.
    static var table: String {
        let rows =
            [["NAME", "MAKER", "PAGE", "LABELS", "LABEL"]]
            + SheetLayout.catalog.map { layout in
                [
                    layout.name, layout.maker,
                    layout.isRoll ? "roll" : pageName(layout.page),
                    layout.isRoll ? "1" : "\(layout.columns) × \(layout.rows)",
                    "\(number(layout.label.width)) × \(number(layout.label.height)) mm",
                ]
            }
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
                + "\n"
        }.joined()
    }

    private static func pageName(_ page: PaperSize) -> String {
        switch page {
        case .a4: "A4"
        case .usLetter: "US Letter"
        default: "\(number(page.width)) × \(number(page.height)) mm"
        }
    }
}
