extension MapScreen {
    /// The notes that are shown, in view or not.
    var shownNotes: [MapNote] { showsNotes ? notes : [] }

    /// The note that is chosen.
    var chosenNote: MapNote? {
        guard case .note(let number) = choice else { return nil }
        return shownNotes.first { $0.number == number }
    }

    /// The mark of the note that is chosen, if it is in view.
    var chosenMark: MapNoteMark? {
        guard let number = chosenNote?.number else { return nil }
        return noteMarks(in: viewport).first { $0.numbers.contains(number) }
    }

    /// The marks in view, row by row; none lies over another.
    func noteMarks(in viewport: MapViewport) -> [MapNoteMark] {
        var cells: [Int: [Int64]] = [:]
        for note in shownNotes {
            guard let cell = viewport.cell(of: note.place) else { continue }
            cells[cell.row * viewport.size.columns + cell.column, default: []].append(note.number)
        }
        var marks: [MapNoteMark] = []
        for (cell, numbers) in cells.sorted(by: { $0.key < $1.key }) {
            let (row, column) = cell.quotientAndRemainder(dividingBy: viewport.size.columns)
            let mark = MapNoteMark(column: column, row: row, numbers: numbers)
            if let last = marks.last, last.cells.contains(column: column, row: row) {
                marks[marks.count - 1].merge(mark)
            } else {
                marks.append(mark)
            }
        }
        return marks
    }

    func noteThing(_ number: Int64, in frame: MapFrame) -> MapThing? {
        noteMarks(in: frame.viewport).first { $0.numbers.contains(number) }
            .map { .note($0.numbers[0]) }
    }

    /// Where a note is in the view.
    func noteSpot(_ number: Int64, in frame: MapFrame) -> MapViewport.Spot {
        let note = notes.first { $0.number == number }
        return note.map { frame.viewport.spot(of: $0.place) } ?? frame.viewport.middle
    }

    /// All things in view, the notes too, from top to bottom and from left to right; a note comes
    /// after what it lies over.
    func things(in frame: MapFrame) -> [MapFrame.Place] {
        var notes = noteMarks(in: frame.viewport).map {
            MapFrame.Place(
                cell: $0.row * frame.viewport.size.columns + $0.column, thing: .note($0.numbers[0]))
        }[...]
        var places: [MapFrame.Place] = []
        for place in frame.things(points.all) {
            while let note = notes.first, note.cell < place.cell {
                places.append(note)
                notes.removeFirst()
            }
            places.append(place)
        }
        return places + notes
    }
}
