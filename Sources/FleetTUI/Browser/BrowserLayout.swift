/// Where the parts of the screen are.
struct BrowserLayout: Equatable {
    /// The source, what is shown of it, and its state.
    let header: Rect
    /// What went wrong.
    let trouble: Rect
    /// The list or the map.
    let body: Rect
    /// Keys and words.
    let footer: Rect

    /// What sheets lie on: all but the last row.
    var sheet: Rect {
        Rect(
            column: 0, row: 0, columns: header.columns,
            rows: header.rows + trouble.rows + body.rows)
    }

    /// Divides a screen.
    init(_ size: CanvasSize, troubleRows: Int) {
        let screen = Rect(size)
        let head = size.rows >= 8 ? 2 : min(1, size.rows)
        let foot = size.rows > head ? 1 : 0
        let middle = screen.dropping(top: head).dropping(bottom: foot)
        let troubleRows = min(troubleRows, middle.rows)
        header = Rect(column: 0, row: 0, columns: size.columns, rows: head)
        trouble = Rect(
            column: 0, row: middle.row, columns: size.columns, rows: troubleRows)
        body = middle.dropping(top: troubleRows)
        footer = Rect(column: 0, row: size.rows - foot, columns: size.columns, rows: foot)
    }
}
