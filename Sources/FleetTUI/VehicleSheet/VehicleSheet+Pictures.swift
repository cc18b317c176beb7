import FleetCore

extension VehicleSheet {
    /// What the pictures are of: while it stays the same, they need not be read again.
    struct PictureSubject: Equatable, Sendable {
        let id: String
        let typeID: String?
        let notes: [Note]
    }

    /// What pictures are wanted now, if they are others than those that were wanted last.
    mutating func wantsPictures() -> Effect? {
        guard let vehicle = detail?.vehicle else { return nil }
        let subject = PictureSubject(id: vehicle.id, typeID: vehicle.typeID, notes: notes)
        guard subject != pictureSubject else { return nil }
        if pictureSubject?.id != subject.id { pictures = [] }
        pictureSubject = subject
        return .pictures(of: vehicle, notes: notes)
    }

    /// Takes the pictures that were read.
    mutating func show(_ pictures: [SheetPicture], of id: String) {
        guard pictureSubject?.id == id else { return }
        self.pictures = pictures
    }

    /// Where the pictures are, from the body's left and the content's top: side by side as long as
    /// there is room, each with its caption in the row below it.
    func places(of pictures: [SheetPicture], columns: Int, below top: Int) -> [Rect] {
        var (column, row, height) = (0, top, 0)
        return pictures.map { picture in
            if column > 0, column + picture.columns > columns {
                (column, row, height) = (0, row + height + 2, 0)
            }
            defer {
                (column, height) = (column + picture.columns + 2, max(height, picture.cells.rows))
            }
            return Rect(
                column: column, row: row, columns: picture.cells.columns,
                rows: picture.cells.rows)
        }
    }

    /// The pictures and where they are on the screen, in sight or not.
    func placedPictures(_ layout: Layout, in body: Rect) -> [BrowserPicture] {
        zip(pictures, layout.pictures).map { picture, place in
            var place = place
            place.column += body.column
            place.row += body.row - scroll.top
            return BrowserPicture(content: .pixels(picture), place: place)
        }
    }

    /// Leaves room for the pictures, and writes what they show; the pictures themselves are laid over it.
    func drawPictures(_ layout: Layout, in body: Rect, on canvas: inout Canvas) {
        for (picture, placed) in zip(pictures, placedPictures(layout, in: body)) {
            let place = placed.place
            canvas.put(
                picture.caption.limited, column: place.column, row: place.endRow, Style(.muted),
                limit: min(picture.columns, body.endColumn - place.column))
            let fits = place.columns <= body.columns && place.rows <= body.rows
            if !fits {
                canvas.put(
                    "needs more room", column: place.column, row: place.row, Style(.muted),
                    limit: body.columns)
            }
        }
    }
}
