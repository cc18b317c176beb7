extension MapScreen {
    /// Notes that are not hidden, in view or not.
    var shownNotes: [MapNote] { showsNotes ? notes : [] }

    /// The selected note.
    var selectedNote: MapNote? {
        guard case .note(let number) = selection else { return nil }
        return shownNotes.first { $0.number == number }
    }

    /// Marker of the selected note, if it is in view.
    var selectedMarker: MapNoteMarker? {
        guard let number = selectedNote?.number else { return nil }
        return noteMarkers(in: viewport).first { $0.numbers.contains(number) }
    }

    /// Returns the markers in view, row by row; they do not overlap.
    func noteMarkers(in viewport: MapViewport) -> [MapNoteMarker] {
        var cells: [Int: [Int64]] = [:]
        for note in shownNotes {
            guard let cell = viewport.cell(of: note.location) else { continue }
            cells[cell.row * viewport.size.columns + cell.column, default: []].append(note.number)
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

    func noteItem(_ number: Int64, in frame: MapFrame) -> MapItem? {
        noteMarkers(in: frame.viewport).first { $0.numbers.contains(number) }
            .map { .note($0.numbers[0]) }
    }

    /// Returns the position of a note in the view.
    func notePoint(_ number: Int64, in frame: MapFrame) -> MapViewport.Point {
        let note = notes.first { $0.number == number }
        return note.map { frame.viewport.point(of: $0.location) } ?? frame.viewport.middle
    }

    /// Returns all items in view, including notes, from top to bottom and from left to right; a
    /// note comes after the item that it covers.
    func items(in frame: MapFrame) -> [MapFrame.PlacedItem] {
        var notes = noteMarkers(in: frame.viewport).map {
            MapFrame.PlacedItem(
                cell: $0.row * frame.viewport.size.columns + $0.column, item: .note($0.numbers[0]))
        }[...]
        var placed: [MapFrame.PlacedItem] = []
        for item in frame.items(points.all) {
            while let note = notes.first, note.cell < item.cell {
                placed.append(note)
                notes.removeFirst()
            }
            placed.append(item)
        }
        return placed + notes
    }
}
