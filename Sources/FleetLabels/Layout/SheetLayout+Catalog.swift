extension SheetLayout {
    /// Named layouts: A4 sheets, US Letter sheets, then rolls.
    public static let catalog = a4Sheets + usLetterSheets + rolls

    /// Returns the layout with a name or alias; case, hyphens, underscores and spaces are ignored.
    ///
    /// The name may start with the manufacturer, as in `avery l7160`. The size of a label, as in
    /// `62x29mm`, is the name of a roll.
    public static func named(_ name: String) -> SheetLayout? {
        let requested = key(name)
        let known = catalog.first { layout in
            ([layout.name] + layout.aliases).contains { candidate in
                requested == key(candidate) || requested == key(layout.maker) + key(candidate)
            }
        }
        return known ?? PaperSize(millimetres: name).flatMap { try? SheetLayout(rollOf: $0) }
    }

    private static func key(_ name: String) -> String {
        String(name.lowercased().filter { !" -_".contains($0) })
    }

    /// A4 sheets, with label sizes as printed on the packages (Avery Zweckform, Avery UK, HERMA).
    ///
    /// Margins and pitches are from the manufacturers' templates. Where a label's size is more
    /// exact in inches (99.06 mm is 3.9 in), the margins follow from the sheet's symmetry. All
    /// agree with the tables of gLabels and LibreOffice within 0.3 mm, except L7159, which is 64.0
    /// mm wide there.
    private static let a4Sheets = [
        SheetLayout(
            "L7160", "Avery", aliases: ["J8160"], page: .a4, grid: (3, 7),
            label: PaperSize(width: 63.5, height: 38.1), margins: (7.21, 15.15),
            pitch: (66.04, 38.1)),
        SheetLayout(
            "L7163", "Avery", aliases: ["J8163"], page: .a4, grid: (2, 7),
            label: PaperSize(width: 99.1, height: 38.1), margins: (4.67, 15.15),
            pitch: (101.6, 38.1)),
        SheetLayout(
            "L7159", "Avery", aliases: ["J8159"], page: .a4, grid: (3, 8),
            label: PaperSize(width: 63.5, height: 33.9), margins: (7.21, 12.9), pitch: (66.04, 33.9)
        ),
        SheetLayout(
            "L7165", "Avery", aliases: ["J8165"], page: .a4, grid: (2, 4),
            label: PaperSize(width: 99.1, height: 67.7), margins: (4.67, 13.1), pitch: (101.6, 67.7)
        ),
        SheetLayout(
            "L7173", "Avery", page: .a4, grid: (2, 5),
            label: PaperSize(width: 99.1, height: 57), margins: (4.67, 6), pitch: (101.6, 57)),
        SheetLayout(
            "L7651", "Avery", aliases: ["J8651"], page: .a4, grid: (5, 13),
            label: PaperSize(width: 38.1, height: 21.2), margins: (4.67, 10.7), pitch: (40.64, 21.2)
        ),
        SheetLayout(
            "L4731", "Avery", aliases: ["L6008"], page: .a4, grid: (7, 27),
            label: PaperSize(width: 25.4, height: 10), margins: (8.48, 13.5), pitch: (27.94, 10)),
        SheetLayout(
            "3475", "Avery Zweckform", page: .a4, grid: (3, 8),
            label: PaperSize(width: 70, height: 36), margins: (0, 4.5), pitch: (70, 36)),
        SheetLayout(
            "4606", "Herma", aliases: ["4270"], page: .a4, grid: (5, 13),
            label: PaperSize(width: 38.1, height: 21.2), margins: (9.75, 10.7), pitch: (38.1, 21.2)),
        SheetLayout(
            "4608", "Herma", aliases: ["4272", "4680"], page: .a4, grid: (4, 11),
            label: PaperSize(width: 48.26, height: 25.4), margins: (8.48, 8.8), pitch: (48.26, 25.4)
        ),
        SheetLayout(
            "4614", "Herma", aliases: ["4389", "4670"], page: .a4, grid: (3, 8),
            label: PaperSize(width: 66, height: 33.8), margins: (6, 13.05), pitch: (66, 33.87)),
        SheetLayout(
            "4677", "Herma", aliases: ["4103", "4113"], page: .a4, grid: (3, 7),
            label: PaperSize(width: 63.5, height: 38.1), margins: (7.21, 15.15),
            pitch: (66.04, 38.1)),
    ]

    /// US Letter sheets, with sizes and margins from Avery's templates, in inches.
    private static let usLetterSheets = [
        inches(
            "5160", aliases: ["8160", "5260"], grid: (3, 10), label: (2.625, 1),
            margins: (0.1875, 0.5), pitch: (2.75, 1)),
        inches(
            "5163", aliases: ["8163", "5263"], grid: (2, 5), label: (4, 2), margins: (0.15625, 0.5),
            pitch: (4.1875, 2)),
        inches(
            "5164", aliases: ["8164", "5264"], grid: (2, 3), label: (4, 10 / 3),
            margins: (0.15625, 0.5), pitch: (4.1875, 10 / 3)),
        inches(
            "5167", aliases: ["8167", "5267"], grid: (4, 20), label: (1.75, 0.5),
            margins: (0.28125, 0.5), pitch: (2.0625, 0.5)),
        inches(
            "22806", aliases: [], grid: (3, 4), label: (2, 2), margins: (0.625, 0.625),
            pitch: (2.625, 31 / 12)),
    ]

    private static func inches(
        _ name: String, aliases: [String], grid: (Int, Int), label: (Double, Double),
        margins: (Double, Double), pitch: (Double, Double)
    ) -> SheetLayout {
        let inch = Length.millimetresPerInch
        return SheetLayout(
            name, "Avery", aliases: aliases, page: .usLetter, grid: grid,
            label: PaperSize(width: label.0 * inch, height: label.1 * inch),
            margins: (margins.0 * inch, margins.1 * inch), pitch: (pitch.0 * inch, pitch.1 * inch))
    }

    /// Rolls, with sizes as printed on them (Dymo LabelWriter, Brother DK), in reading direction.
    private static let rolls = [
        SheetLayout(
            "99010", "Dymo", aliases: ["S0722370", "30252"],
            label: PaperSize(width: 89, height: 28)),
        SheetLayout(
            "99012", "Dymo", aliases: ["S0722400"], label: PaperSize(width: 89, height: 36)),
        SheetLayout(
            "11354", "Dymo", aliases: ["S0722540", "30334"],
            label: PaperSize(width: 57, height: 32)),
        SheetLayout(
            "S0929120", "Dymo", aliases: ["30332"], label: PaperSize(width: 25, height: 25)),
        SheetLayout("DK-11201", "Brother", label: PaperSize(width: 90, height: 29)),
        SheetLayout("DK-11202", "Brother", label: PaperSize(width: 62, height: 100)),
        SheetLayout("DK-11209", "Brother", label: PaperSize(width: 62, height: 29)),
        SheetLayout("DK-11221", "Brother", label: PaperSize(width: 23, height: 23)),
    ]
}
