import FleetCore

/// Heading of a column.
struct TableHeading {
    /// Maximum length of a heading in bytes; a longer text is none.
    static let maxLength = 300

    /// The heading in one line, unique among those of the table.
    var name: String
    /// The field that it names, and how well.
    let match: HeadingWords.Match?
    /// Unit of its numbers, as in `Range [km]`.
    let unit: CellUnit?

    /// Creates a heading from the text of a cell; `nil` for an empty cell.
    init?(_ text: String) {
        let name = Self.clean(text)
        guard !name.isEmpty else { return nil }
        self.name = name
        let (base, remark) = Self.split(name)
        let unit = Self.unit(of: name, base: base, remark: remark)
        self.unit = unit
        // `Max. range` is not that of now.
        let isMaximum = remark.map { WordKey.of($0).hasPrefix("max") } ?? false
        let bases = isMaximum ? [] : [base, unit == nil ? base : Self.withoutUnit(base)]
        let found = HeadingWords.match(
            name,
            keys: ([name] + bases).flatMap { [WordKey.of($0), HeadingWords.keyWithoutFillers($0)] })
        let isSize = found.map { Self.isSize($0, unit, remark) } ?? false
        match = isSize ? nil : found
    }

    /// Whether a latitude or longitude is rather a width or length, such as `Breite (cm)`.
    private static func isSize(
        _ match: HeadingWords.Match, _ unit: CellUnit?, _ remark: String?
    ) -> Bool {
        guard match.field == .latitude || match.field == .longitude, match.rank == .loose else {
            return false
        }
        return unit != nil
            || remark.map { !$0.contains("°") && !degrees.contains(WordKey.of($0)) } ?? false
    }

    private static let degrees = WordKey.set(
        "Grad,deg,degrees,degrés,WGS84,GPS,geo,dezimal,decimal")

    /// Returns a text in one line, without characters that are not visible.
    static func clean(_ text: String) -> String {
        guard text.utf8.count <= maxLength else { return "" }
        let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 0x20 }
        let visible = words.map { word in
            String(
                String.UnicodeScalarView(
                    word.filter { $0.properties.generalCategory != .control && !$0.isInvisible }))
        }
        return visible.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Splits `Position (lat, lon)` into the heading and the remark behind it.
    private static func split(_ name: String) -> (base: String, remark: String?) {
        guard let last = name.last, last == ")" || last == "]",
            let start = name.lastIndex(of: last == ")" ? "(" : "["), start > name.startIndex
        else { return (name, nil) }
        return (String(name[..<start]), String(name[name.index(after: start)...].dropLast()))
    }

    /// Returns the unit of a remark, of the last word, or of a percent sign anywhere.
    private static func unit(of name: String, base: String, remark: String?) -> CellUnit? {
        if let remark { return CellUnit(remark.filter { $0 != " " }) }
        if name.contains("%") { return .percent }
        let words = base.split { " _-/,".contains($0) }
        guard words.count > 1, let last = words.last else { return nil }
        return CellUnit(String(last))
    }

    private static func withoutUnit(_ base: String) -> String {
        var words = base.split { " _-/,".contains($0) }
        if let last = words.last, CellUnit(String(last)) != nil { words.removeLast() }
        if let last = words.last, last == "in" || last == "en" { words.removeLast() }
        return words.joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// Whether it takes no room: a soft hyphen, a zero width space, a byte order mark or a mark of
    /// direction.
    ///
    /// Joiners, which emoji and some scripts need, are not among them.
    var isInvisible: Bool {
        switch value {
        case 0xAD, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}

/// Row of headings of a table.
struct TableHeader {
    /// The headings by their columns; `nil` for a column without one.
    var headings: [TableHeading?]
    /// Number of the row; `nil` for members of JSON objects.
    var row: Int?
    /// First rows of the data, to recognize what columns have.
    var samples: [[String]]

    /// Names of the headings.
    var names: [String] { headings.compactMap { $0?.name } }

    /// Whether any column may have the IDs.
    func hasIDs(_ settings: TableSettings) -> Bool {
        headings.contains { $0?.match?.field == .id }
            || settings.columns.contains { $0.field == .id && column(named: $0.heading) != nil }
            || headings.contains { $0?.match?.field == .code }
    }

    /// Returns the column with a heading, or else the only one with a similar heading.
    func column(named name: String) -> Int? {
        let name = TableHeading.clean(name)
        if let exact = headings.firstIndex(where: { $0?.name == name }) { return exact }
        let key = WordKey.of(name)
        guard !key.isEmpty else { return nil }
        let similar = headings.indices.filter {
            headings[$0].map { WordKey.of($0.name) == key } ?? false
        }
        return similar.count == 1 ? similar[0] : nil
    }

    /// Creates the header of the columns with these headings, of which repeated ones get the name
    /// of their group, or else a number.
    init(_ texts: [String], groups: [String] = [], row: Int?, samples: [[String]]) {
        let names = texts.map(TableHeading.clean)
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        var used = Set<String>()
        headings = names.indices.map { column in
            var name = names[column]
            guard !name.isEmpty else { return nil }
            if counts[name] ?? 0 > 1, groups.indices.contains(column), !groups[column].isEmpty {
                name = groups[column] + " " + name
            }
            var heading = TableHeading(name)
            var number = 2
            while let taken = heading?.name, !used.insert(taken).inserted {
                heading?.name = "\(name) \(number)"
                number += 1
            }
            return heading
        }
        (self.row, self.samples) = (row, samples)
    }
}

/// Search for the row of headings among the first rows of a sheet.
struct HeaderSearch {
    /// Number of rows that are searched, and of columns.
    static let maxRows = 60
    private static let maxSamples = 40
    /// Number of cells that are searched.
    private static let maxCells = 4000

    /// The first rows that are not empty.
    private(set) var rows: [(number: Int, cells: [String])] = []

    /// Number of cells so far.
    private var count = 0

    /// Adds a row; returns whether more are needed.
    mutating func add(_ row: some TableCells) -> Bool {
        count += row.count
        let cells = (0..<row.count).map { column in
            row.withBytes(column) { bytes in
                bytes.count > TableHeading.maxLength
                    ? "" : bytes.withoutInvisibleEnds.withoutFormulaGuard.text
            }
        }
        if cells.contains(where: { !$0.isEmpty }) { rows.append((row.number, cells)) }
        return rows.count < Self.maxRows && count < Self.maxCells
    }

    /// Returns the header: the row with most known headings; of rows without any, the first one
    /// with several texts.
    ///
    /// `nil` without such a row.
    func header(_ settings: TableSettings) -> TableHeader? {
        let wanted = Set(settings.columns.map { WordKey.of($0.heading) })
        var best: (score: Int, index: Int)?
        for index in rows.indices {
            let score = score(of: texts(at: index), wanted)
            if score > best?.score ?? 0 { best = (score, index) }
        }
        let index =
            best?.index
            ?? rows.firstIndex { row in
                row.cells.count { !$0.isEmpty && Double($0) == nil } >= 2
            }
        return index.map(header)
    }

    private func header(at index: Int) -> TableHeader {
        TableHeader(
            texts(at: index), groups: groups(above: index), row: rows[index].number,
            samples: rows[(index + 1)...].prefix(Self.maxSamples).map(\.cells))
    }

    /// Points for each known heading; the one of the ID counts twice, so that a row with it wins.
    private func score(of texts: [String], _ wanted: Set<String>) -> Int {
        var fields = Set<TableField>()
        var score = 0
        for text in texts where !text.isEmpty {
            guard let heading = TableHeading(text) else { continue }
            if wanted.contains(WordKey.of(heading.name)) { score += 10 }
            guard let match = heading.match, fields.insert(match.field).inserted else { continue }
            score += match.field == .id && match.rank < .last ? 2 : 1
        }
        return score
    }

    /// Returns the headings in a row; an empty cell below a heading that spans two rows has that.
    private func texts(at index: Int) -> [String] {
        guard let above = rowAbove(index) else { return rows[index].cells }
        let cells = rows[index].cells
        return (0..<max(cells.count, above.count)).map { column in
            let cell = cells.indices.contains(column) ? cells[column] : ""
            return cell.isEmpty && above.indices.contains(column) ? above[column] : cell
        }
    }

    /// Returns the names of the groups above a row, each up to the next one.
    private func groups(above index: Int) -> [String] {
        guard let above = rowAbove(index) else { return [] }
        var group = ""
        return (0..<max(rows[index].cells.count, above.count)).map { column in
            if above.indices.contains(column), !above[column].isEmpty {
                group = TableHeading.clean(above[column])
            }
            return group
        }
    }

    /// Returns the cells of the row above, if it may have groups of headings: a title has one cell.
    private func rowAbove(_ index: Int) -> [String]? {
        guard index > 0, rows[index - 1].number == rows[index].number - 1 else { return nil }
        let above = rows[index - 1].cells
        let texts = above.filter { !$0.isEmpty }
        return texts.count >= 2 && texts.allSatisfy { Double($0) == nil } ? above : nil
    }
}
