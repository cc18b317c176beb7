import FleetLabels
import Testing

@Suite("Catalog and custom layouts fit their pages")
struct SheetLayoutTests {
    @Test("all labels of every catalog layout are within the page and do not overlap")
    func withinPages() {
        #expect(SheetLayout.catalog.count >= 12)
        for layout in SheetLayout.catalog {
            let (columns, rows) = (Double(layout.columns), Double(layout.rows))
            let right = layout.left + (columns - 1) * layout.pitchX + layout.label.width
            let bottom = layout.top + (rows - 1) * layout.pitchY + layout.label.height
            #expect(layout.left >= 0 && layout.top >= 0, "\(layout.name)")
            #expect(right <= layout.page.width + 0.005, "\(layout.name)")
            #expect(bottom <= layout.page.height + 0.005, "\(layout.name)")
            #expect(layout.pitchX >= layout.label.width - 0.005, "\(layout.name)")
            #expect(layout.pitchY >= layout.label.height - 0.005, "\(layout.name)")
        }
    }

    @Test("sheets are symmetric")
    func symmetry() {
        for layout in SheetLayout.catalog {
            let across = Double(layout.columns - 1) * layout.pitchX + layout.label.width
            let down = Double(layout.rows - 1) * layout.pitchY + layout.label.height
            let (right, bottom) = (
                layout.page.width - layout.left - across, layout.page.height - layout.top - down
            )
            #expect(abs(right - layout.left) < 0.3, "\(layout.name)")
            #expect(abs(bottom - layout.top) < 0.3, "\(layout.name)")
        }
    }

    @Test("the catalog has A4 sheets, US Letter sheets and rolls")
    func types() {
        let catalog = SheetLayout.catalog
        #expect(catalog.contains { $0.page == .a4 && !$0.isRoll })
        #expect(catalog.contains { $0.page == .usLetter && !$0.isRoll })
        #expect(catalog.contains { $0.isRoll && $0.page == $0.label && $0.labelsPerPage == 1 })
    }

    @Test("a layout is found by its name or alias, in any spelling")
    func names() {
        for name in ["L7160", "l7160", "Avery L7160", "avery-l7160", "J8160"] {
            #expect(SheetLayout.named(name)?.name == "L7160")
        }
        #expect(SheetLayout.named("dk11221")?.name == "DK-11221")
        #expect(SheetLayout.named("s0722540")?.name == "11354")
        #expect(SheetLayout.named("") == nil)
        #expect(SheetLayout.named("L716") == nil)
    }

    @Test("no two layouts share a name")
    func noSharedNames() {
        let names = SheetLayout.catalog.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
    }

    @Test("a custom layout that fits its page is accepted, and one label per page is a roll")
    func custom() throws {
        let size = PaperSize(width: 50, height: 30)
        let sheet = try SheetLayout(
            page: .a4, columns: 4, rows: 9, label: size, left: 2, top: 5, gapX: 2, gapY: 1)
        #expect(sheet.labelsPerPage == 36 && !sheet.isRoll && sheet.pitchX == 52)
        let roll = try SheetLayout(
            page: size, columns: 1, rows: 1, label: size, left: 0, top: 0, gapX: 0, gapY: 0)
        #expect(roll.isRoll)
    }

    @Test("a custom layout that does not fit is rejected with the size it needs")
    func tooLarge() {
        let needed = PaperSize(width: 204, height: 300)
        #expect(throws: SheetLayoutError.tooLarge(needed: needed, page: .a4)) {
            try SheetLayout(
                page: .a4, columns: 2, rows: 10, label: PaperSize(width: 100, height: 30),
                left: 2, top: 0, gapX: 2, gapY: 0)
        }
    }

    @Test("invalid lengths are rejected", arguments: [Double.nan, .infinity, -1, 1e300])
    func invalidLength(value: Double) {
        let size = PaperSize(width: 50, height: 30)
        #expect(throws: SheetLayoutError.self) {
            try SheetLayout(
                page: PaperSize(width: value, height: 297), columns: 1, rows: 1, label: size,
                left: 0, top: 0, gapX: 0, gapY: 0)
        }
        #expect(throws: SheetLayoutError.self) {
            try SheetLayout(
                page: .a4, columns: 1, rows: 1, label: size, left: value, top: 0, gapX: 0, gapY: 0)
        }
        #expect(throws: SheetLayoutError.self) {
            try SheetLayout(
                page: .a4, columns: 1, rows: 1, label: size, left: 0, top: 0, gapX: 0, gapY: value)
        }
    }

    @Test("invalid counts are rejected", arguments: [Int.min, 0, 201, Int.max])
    func invalidCount(count: Int) {
        #expect(throws: SheetLayoutError.countOutOfRange(count)) {
            try SheetLayout(
                page: .a4, columns: count, rows: 1, label: PaperSize(width: 5, height: 5),
                left: 0, top: 0, gapX: 0, gapY: 0)
        }
    }
}
