/// Line in the margin of a sheet: its page number, and the IDs of its first and last label.
struct PageFooter {
    /// Font size in points.
    private static let fontSize = 7.0
    /// Width of the edge that laser printers leave white, in millimetres.
    private static let edge = 4.5
    /// Distance from the labels, in millimetres.
    private static let gap = 1.5
    /// Farthest distance of the line from the edge of the page, in millimetres.
    private static let reach = 15.0
    /// Minimum space at both ends of the line, in millimetres.
    private static let side = 10.0
    /// Maximum number of characters of an ID.
    private static let idLimit = 40

    private let line: TextLine
    /// Number of pages of the whole run.
    private let pages: Int
    private let pageWidth: Double
    /// Middle of the line, and of the height of its capitals.
    private let center: (x: Double, y: Double)

    /// Creates the footers of a run; `nil` if the margins have no room, as on rolls.
    /// - Parameter pages: The number of pages of the whole run.
    init?(_ design: LabelDesign, pages: Int) throws(LabelError) {
        let (page, extent) = (design.layout.page, design.layout.extent)
        let gap = Self.gap + (design.cutMarks ? PDFPages.markLength : 0)
        guard !design.layout.isRoll else { return nil }
        let bottom = min(page.height - extent.height - gap, Self.reach) - Self.edge
        let top = min(design.layout.top - gap, Self.reach) - Self.edge
        let height = Length.millimetres(points: Self.fontSize)
        let y: Double
        if bottom >= height {
            y = page.height - Self.edge - bottom / 2
        } else if top >= height {
            y = Self.edge + top / 2
        } else {
            return nil
        }
        center = (design.correction.x(page.width / 2), design.correction.y(y))
        line = try TextLine()
        self.pages = pages
        pageWidth = page.width
    }

    /// Draws the line of a page; without IDs if they are too wide.
    /// - Parameter ids: The IDs of the first and last label; `nil` without IDs.
    func draw(_ number: Int, _ ids: (first: String, last: String)?, on pages: PDFPages) {
        let text = "page \(number)/\(self.pages)"
        if let ids, draw("\(text) · \(Self.range(ids))", on: pages) { return }
        _ = draw(text, on: pages)
    }

    /// Returns whether the text fits, and draws it if it does.
    private func draw(_ text: String, on pages: PDFPages) -> Bool {
        let width = Length.millimetres(points: Self.fontSize * line.set(PrintableText(text)))
        guard width <= pageWidth - 2 * Self.side, !line.isTooTall else { return false }
        // Capitals are 0.7 of the font size high.
        let baseline = center.y + 0.35 * Length.millimetres(points: Self.fontSize)
        pages.draw(line, x: center.x - width / 2, y: baseline, fontSize: Self.fontSize)
        return true
    }

    private static func range(_ ids: (first: String, last: String)) -> String {
        ids.first == ids.last
            ? limited(ids.first) : "\(limited(ids.first)) – \(limited(ids.last))"
    }

    private static func limited(_ id: String) -> String {
        let scalars = id.unicodeScalars
        return scalars.count > idLimit ? String(scalars.prefix(idLimit - 1)) + "…" : id
    }
}
