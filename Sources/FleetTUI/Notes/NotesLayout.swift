/// Areas of the notes screen: the list, and the text beside or below it.
struct NotesLayout: Equatable {
    let list: Rect
    /// Selected note: a row of details, then its text.
    let text: Rect
    /// Line between list and text.
    let line: Rect

    /// Divides the inside of a frame.
    init(_ part: Rect) {
        let body = part.inset(columns: 2, rows: 1)
        if body.columns >= 96 {
            let columns = body.columns / 2
            list = Rect(column: body.column, row: body.row, columns: columns, rows: body.rows)
            line = Rect(
                column: body.column + columns + 1, row: body.row, columns: 1, rows: body.rows)
            text = Rect(
                column: line.column + 2, row: body.row, columns: body.endColumn - line.column - 2,
                rows: body.rows)
        } else {
            let rows = min(max(2, body.rows / 3), max(0, body.rows - 2))
            list = body.dropping(bottom: rows + 1)
            line = Rect(
                column: body.column, row: list.endRow, columns: body.columns,
                rows: min(1, body.rows))
            text = Rect(
                column: body.column, row: line.endRow, columns: body.columns, rows: rows)
        }
    }
}
