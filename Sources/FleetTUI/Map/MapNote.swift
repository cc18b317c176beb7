/// A note on the map: where its vehicle was when the note was written.
struct MapNote: Equatable, Sendable {
    let number: Int64
    let place: WorldPlace
}

/// The notes of a cell of the screen, as they are drawn there.
struct MapNoteMark: Equatable, Sendable {
    let column: Int
    let row: Int
    /// The numbers of its notes, the newest first.
    private(set) var numbers: [Int64]

    /// A pen, and how many notes there are if there are several.
    var text: String { numbers.count == 1 ? "✎" : "✎" + ShortCount.text(numbers.count) }

    /// The cells that it takes.
    var cells: Rect {
        let count = numbers.count == 1 ? 0 : ShortCount.text(numbers.count).utf8.count
        return Rect(column: column, row: row, columns: 1 + count, rows: 1)
    }

    /// Takes the notes of another, which it would lie over.
    mutating func merge(_ other: MapNoteMark) {
        numbers = (numbers + other.numbers).sorted(by: >)
    }
}

extension Style {
    /// A mark of notes: no vehicle is as bold, or has this ink.
    static let note = Style(.accent, bold: true, underlined: true)
    static let chosenNote = Style(.accent, on: .selection, bold: true, underlined: true)
}
