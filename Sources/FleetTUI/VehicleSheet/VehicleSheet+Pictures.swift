import FleetCore

extension VehicleSheet {
    /// Subject of the pictures; they are read again only when it changes.
    struct PictureSubject: Equatable, Sendable {
        let id: String
        let typeID: String?
        let notes: [Note]
    }

    /// Returns the request for the pictures if their subject has changed.
    mutating func requestPictures() -> Effect? {
        guard let vehicle = detail?.vehicle else { return nil }
        let subject = PictureSubject(id: vehicle.id, typeID: vehicle.typeID, notes: notes)
        guard subject != pictureSubject else { return nil }
        if pictureSubject?.id != subject.id { pictures = [] }
        pictureSubject = subject
        return .pictures(of: vehicle, notes: notes)
    }

    /// Shows loaded pictures.
    mutating func show(_ pictures: [SheetPicture], of id: String) {
        guard pictureSubject?.id == id else { return }
        self.pictures = pictures
    }

    /// Returns the areas of the pictures, relative to the left of the body and the top of the
    /// content: side by side while they fit, each with its caption in the row below.
    func frames(of pictures: [SheetPicture], columns: Int, below top: Int) -> [Rect] {
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

    /// Returns the pictures with their positions on the screen, visible or not.
    func positionedPictures(_ layout: DetailLayout, in body: Rect) -> [BrowserPicture] {
        zip(pictures, layout.pictures).map { picture, frame in
            var frame = frame
            frame.column += body.column
            frame.row += body.row - scroll.top
            return BrowserPicture(content: .pixels(picture), frame: frame)
        }
    }

    /// Draws the captions of the pictures, and with half blocks the pictures themselves, unless
    /// they are laid over the screen.
    func drawPictures(
        _ layout: DetailLayout, _ style: PictureStyle, in body: Rect, on canvas: inout Canvas
    ) {
        for (picture, positioned) in zip(pictures, positionedPictures(layout, in: body)) {
            let frame = positioned.frame
            if style == .blocks, frame.columns <= body.columns, frame.intersection(body).rows > 0 {
                picture.drawBlocks(column: frame.column, row: frame.row, on: &canvas)
            }
            canvas.put(
                picture.caption.limited, column: frame.column, row: frame.endRow, Style(.muted),
                limit: min(picture.columns, body.endColumn - frame.column))
            let fits =
                frame.columns <= body.columns && (frame.rows <= body.rows || style == .blocks)
            if !fits {
                canvas.put(
                    "not enough space", column: frame.column, row: frame.row, Style(.muted),
                    limit: body.columns)
            }
        }
    }
}
