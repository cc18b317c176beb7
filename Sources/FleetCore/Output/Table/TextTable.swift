/// A small table of texts, aligned for people: on a terminal, columns are dropped and shortened until a
/// row fits, in a pipe all of them stay.
struct TextTable {
    /// What a column is like.
    struct Column {
        let title: String
        /// Whether its cells stand at the right.
        var isNumber = false
        /// How dear it is: columns of the lowest rank are dropped first.
        var rank: Int
        /// The least width that still says something; `nil` for a column that is never shortened.
        var least: Int?
    }

    /// One cell, safe for a terminal.
    struct Cell {
        var text: String
        var paint = Paint.plain
    }

    /// A column as it is drawn.
    private struct Drawn {
        let index: Int
        var width: Int
    }

    let columns: [Column]
    private(set) var rows: [[Cell]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row, a cell for each column.
    mutating func add(_ row: [Cell]) {
        rows.append(row)
    }

    /// The titles and the rows; a column of which no row has anything is left out.
    func lines(style: TableStyle) -> [String] {
        let drawn = fitted(to: style.width)
        let titles = columns.map { Cell(text: $0.title, paint: .bold) }
        return ([titles] + rows).map { line(of: $0, drawn, isColored: style.isColored) }
    }

    private func line(of row: [Cell], _ drawn: [Drawn], isColored: Bool) -> String {
        var line = ""
        for (place, column) in drawn.enumerated() {
            let cell = row[column.index]
            let text = DisplayWidth.shortened(cell.text, to: column.width)
            let room = String(
                repeating: " ", count: max(0, column.width - DisplayWidth.of(text)))
            let isNumber = columns[column.index].isNumber
            if place > 0 { line += String(repeating: " ", count: TableLayout.gap) }
            if isNumber { line += room }
            line += isColored ? cell.paint(text) : text
            if !isNumber { line += room }
        }
        // What fills the last cells up would only be selected along with them.
        while line.last == " " { line.removeLast() }
        return line
    }
}

// The layout.
extension TextTable {
    private func fitted(to width: Int?) -> [Drawn] {
        var drawn = columns.indices.compactMap { index in
            natural(index).map { Drawn(index: index, width: $0) }
        }
        guard let width else { return drawn }
        while drawn.count > 1, total(drawn, least) > width,
            let cheapest = drawn.indices.min(by: {
                columns[drawn[$0].index].rank < columns[drawn[$1].index].rank
            })
        {
            drawn.remove(at: cheapest)
        }
        shrink(&drawn, to: max(width, 1))
        return drawn
    }

    /// The width of a column's widest cell; `nil` if all are empty.
    private func natural(_ index: Int) -> Int? {
        let widest = rows.reduce(0) { max($0, DisplayWidth.of($1[index].text)) }
        return widest == 0 ? nil : max(widest, DisplayWidth.of(columns[index].title))
    }

    private func least(_ column: Drawn) -> Int {
        min(column.width, columns[column.index].least ?? column.width)
    }

    private func total(_ drawn: [Drawn], _ width: (Drawn) -> Int) -> Int {
        drawn.reduce(0) { $0 + width($1) } + max(drawn.count - 1, 0) * TableLayout.gap
    }

    /// Takes from the widest column that may be shortened, as long as the row is too wide.
    private func shrink(_ drawn: inout [Drawn], to width: Int) {
        while total(drawn, \.width) > width,
            let widest = drawn.indices.filter({ drawn[$0].width > least(drawn[$0]) })
                .max(by: { drawn[$0].width < drawn[$1].width })
        {
            drawn[widest].width -= 1
        }
        if drawn.count == 1 { drawn[0].width = min(drawn[0].width, width) }
    }
}
