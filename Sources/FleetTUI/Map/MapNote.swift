/// A note on the map, at the vehicle's location when the note was written.
struct MapNote: Equatable, Sendable {
    let number: Int64
    let location: MercatorPoint
}

/// Marker for the notes of one screen cell.
struct MapNoteMarker: Equatable, Sendable {
    let column: Int
    let row: Int
    /// Numbers of its notes, newest first.
    private(set) var numbers: [Int64]

    /// A pen, followed by the number of notes if there are several.
    var text: String { numbers.count == 1 ? "✎" : "✎" + ShortCount.text(numbers.count) }

    /// Cells that the text covers.
    var cells: Rect {
        let count = numbers.count == 1 ? 0 : ShortCount.text(numbers.count).utf8.count
        return Rect(column: column, row: row, columns: 1 + count, rows: 1)
    }

    /// Adds the notes of another marker that this one would overlap.
    mutating func merge(_ other: MapNoteMarker) {
        numbers = (numbers + other.numbers).sorted(by: >)
    }
}

extension Style {
    /// Style of a note marker; no vehicle is bold or has this color.
    static let note = Style(.accent, bold: true, underlined: true)
    static let selectedNote = Style(.accent, on: .selection, bold: true, underlined: true)
}
