import FleetCore

/// A note on the map, at the vehicle's location when the note was written.
struct MapNote: Equatable, Sendable {
    let summary: NoteSummary
    let location: MercatorPoint
}

/// Notes with a location, and their markers.
struct MapNotes: Sendable {
    /// Whether notes are drawn.
    var isShown = true
    /// Notes in view or not, newest first.
    private var all: [MapNote] = []

    /// Notes that are not hidden.
    var shown: [MapNote] { isShown ? all : [] }

    /// Note with a number, hidden or not.
    subscript(number: Int64) -> MapNote? { all.first { $0.summary.number == number } }

    /// Returns the note with a number unless notes are hidden.
    func shown(_ number: Int64) -> MapNote? { isShown ? self[number] : nil }

    /// Replaces the notes; `notes` has the newest first.
    mutating func show(_ notes: [NoteSummary]) {
        all = notes.compactMap { note in
            note.position.map { MapNote(summary: note, location: MercatorPoint($0)) }
        }
    }

    /// Returns the marker of a note, if it is in view.
    func marker(of number: Int64, in viewport: MapViewport) -> MapNoteMarker? {
        markers(in: viewport).first { $0.numbers.contains(number) }
    }

    /// Returns the markers in view, row by row; they do not overlap.
    func markers(in viewport: MapViewport) -> [MapNoteMarker] {
        var cells: [Int: [Int64]] = [:]
        for note in shown {
            guard let cell = viewport.cell(of: note.location) else { continue }
            cells[cell.row * viewport.size.columns + cell.column, default: []].append(
                note.summary.number)
        }
        var markers: [MapNoteMarker] = []
        for (cell, numbers) in cells.sorted(by: { $0.key < $1.key }) {
            let (row, column) = cell.quotientAndRemainder(dividingBy: viewport.size.columns)
            let marker = MapNoteMarker(column: column, row: row, numbers: numbers)
            if let last = markers.last, last.cells.contains(column: column, row: row) {
                markers[markers.count - 1].merge(marker)
            } else {
                markers.append(marker)
            }
        }
        return markers
    }
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
    /// Style of the origin of distances.
    static let origin = Style(.accent, bold: true)
    /// Style of a note marker; no vehicle is bold or has this color.
    static let note = Style(.accent, bold: true, underlined: true)
    static let selectedNote = Style(.accent, on: .selection, bold: true, underlined: true)
}
