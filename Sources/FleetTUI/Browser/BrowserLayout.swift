/// Areas of the screen.
struct BrowserLayout: Equatable {
    /// Source, counts and state.
    let header: Rect
    /// Failure banner.
    let banner: Rect
    /// List or map.
    let body: Rect
    /// Key hints and notices.
    let footer: Rect

    /// Area for sheets: everything but the last row.
    var sheet: Rect {
        Rect(
            column: 0, row: 0, columns: header.columns,
            rows: header.rows + banner.rows + body.rows)
    }

    /// Divides a screen into areas.
    init(_ size: CanvasSize, bannerRows: Int) {
        let screen = Rect(size)
        let head = size.rows >= 8 ? 2 : min(1, size.rows)
        let foot = size.rows > head ? 1 : 0
        let middle = screen.dropping(top: head).dropping(bottom: foot)
        let bannerRows = min(bannerRows, middle.rows)
        header = Rect(column: 0, row: 0, columns: size.columns, rows: head)
        banner = Rect(
            column: 0, row: middle.row, columns: size.columns, rows: bannerRows)
        body = middle.dropping(top: bannerRows)
        footer = Rect(column: 0, row: size.rows - foot, columns: size.columns, rows: foot)
    }
}
