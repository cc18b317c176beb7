import FleetCore
import Testing

@testable import FleetTUI

@Suite("Pictures of a vehicle are laid over its sheet")
struct SheetPictureTests {
    private func picture(
        _ caption: String, _ columns: Int = 24, _ rows: Int = 10
    ) -> SheetPicture {
        SheetPicture(
            caption: caption, width: 1, height: 1, rgba: [1, 2, 3, 4],
            cells: CanvasSize(columns: columns, rows: rows))
    }

    /// Returns a browser with an open vehicle on a terminal that shows images.
    private func open(_ columns: Int = 120, _ rows: Int = 50) -> BrowserDriver {
        var driver = BrowserDriver.live(size: CanvasSize(columns: columns, rows: rows)) {
            $0.pictures = .overlay
        }
        driver.press(.enter)
        return driver
    }

    /// Returns the pictures to lay over the screen, without the QR code.
    private func overlays(_ driver: BrowserDriver) -> [(caption: String, frame: Rect)] {
        driver.browser.pictures.compactMap { picture in
            if case .pixels(let pixels) = picture.content {
                (pixels.caption, picture.frame)
            } else {
                nil
            }
        }
    }

    @Test("pictures are requested once per vehicle, and again when its notes change")
    func requests() {
        var driver = open()
        func pictureRequests() -> [Effect] {
            driver.effects.filter { if case .pictures = $0 { true } else { false } }
        }
        #expect(pictureRequests() == [.pictures(of: driver.vehicles[0], notes: [])])
        driver.snapshot { $0[0].battery = Battery(percent: 7) }
        #expect(pictureRequests().count == 1)
        let note = Note(number: 1, vehicleID: "V-000", text: "flat", createdAt: Fleets.noon)
        driver.notes = [note]
        driver.snapshot()
        #expect(pictureRequests().last == .pictures(of: driver.vehicles[0], notes: [note]))
        driver.press(.right)
        #expect(pictureRequests().count == 3)
    }

    @Test("without images, nothing is requested and nothing changes")
    func noImages() {
        var driver = BrowserDriver.live()
        driver.press(.enter)
        let before = driver.text
        #expect(!driver.effects.contains { if case .pictures = $0 { true } else { false } })
        driver.send(.pictures(id: "V-000", [picture("a scooter")]))
        #expect(driver.text == before && driver.browser.pictures.isEmpty)
    }

    @Test("pictures are side by side below the lines and the QR code, each with its caption")
    func layout() throws {
        var driver = open(120, 70)
        driver.send(
            .pictures(id: "V-000", [picture("scooter"), picture("brand", 20, 5), picture("photo")]))
        let overlays = overlays(driver)
        try #require(overlays.map(\.caption) == ["scooter", "brand", "photo"])
        let first = overlays[0].frame
        #expect(overlays[1].frame.row == first.row && overlays[1].frame.column == first.column + 26)
        #expect(overlays[2].frame.row == first.row + 12 && overlays[2].frame.column == first.column)
        for (caption, frame) in overlays {
            let line = driver.browser.canvas.row(frame.endRow).dropFirst(frame.column)
            #expect(String(line.prefix(caption.count).map(\.character)) == caption)
            for row in frame.row..<frame.endRow {
                let cells = driver.browser.canvas.row(row).dropFirst(frame.column)
                #expect(cells.prefix(frame.columns).allSatisfy { $0.character == " " })
            }
        }
        let code = try #require(driver.browser.pictures.first)
        #expect(code.frame.intersection(first).rows == 0 && code.frame.endRow < first.row)
    }

    @Test("only entirely visible pictures are laid over the screen; scrolling shows the rest")
    func scrolling() {
        var driver = open(80, 24)
        driver.send(.pictures(id: "V-000", [picture("scooter")]))
        #expect(overlays(driver).isEmpty && driver.text.contains("↓ more"))
        driver.press(.end)
        #expect(overlays(driver).count == 1 && driver.text.contains("scooter"))
        let bottom = overlays(driver)[0].frame
        driver.press(.up)
        #expect(overlays(driver).allSatisfy { $0.frame.row == bottom.row + 1 })
        driver.press(.home)
        #expect(overlays(driver).isEmpty)
    }

    @Test("another screen over the sheet hides the pictures until it closes")
    func covered() {
        var driver = open()
        driver.send(.pictures(id: "V-000", [picture("scooter")]))
        driver.press(.character("?"))
        #expect(driver.browser.pictures.isEmpty)
        driver.press(.escape)
        #expect(overlays(driver).count == 1)
        driver.press(.escape)
        #expect(driver.browser.pictures.isEmpty)
    }

    @Test("late pictures of another vehicle are dropped, and the next vehicle starts without any")
    func late() {
        var driver = open()
        driver.send(.pictures(id: "V-001", [picture("another")]))
        #expect(overlays(driver).isEmpty)
        driver.send(.pictures(id: "V-000", [picture("scooter")]))
        #expect(overlays(driver).count == 1)
        driver.press(.right)
        #expect(overlays(driver).isEmpty)
    }

    @Test("a screen too small for a picture shows a hint, at any size")
    func small() {
        for (columns, rows, showsHint) in [
            (1, 1, false), (3, 4, false), (20, 8, true), (40, 12, true), (300, 9, true),
        ] {
            var driver = open(columns, rows)
            driver.send(.pictures(id: "V-000", [picture("scooter"), picture("b", 0, 0)]))
            var hasShownHint = false
            for _ in 0..<60 {
                driver.press(.down)
                #expect(!overlays(driver).contains { $0.caption == "scooter" })
                hasShownHint = hasShownHint || driver.text.contains("not enough space")
            }
            #expect(hasShownHint == showsHint, "\(columns) × \(rows)")
        }
    }

    /// Picture of two by three pixels: red over blue, clear over green, and a white one below.
    private let pixels = SheetPicture(
        caption: "dots", width: 2, height: 3,
        rgba: [255, 0, 0, 255] + [9, 9, 9, 0] + [0, 0, 255, 255] + [0, 255, 0, 255]
            + [255, 255, 255, 255] + [9, 9, 9, 9],
        cells: CanvasSize(columns: 2, rows: 2))

    @Test("half blocks show two pixels in each cell, and are gone when the sheet closes")
    func blocks() throws {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 120, rows: 70)) {
            $0.pictures = .blocks
        }
        let list = driver.browser.canvas
        driver.press(.enter)
        driver.send(.pictures(id: "V-000", [pixels]))
        #expect(driver.browser.pictures.isEmpty)
        let red = ColorRole.rgb(255, 0, 0)
        func cells() -> [(column: Int, row: Int)] {
            let canvas = driver.browser.canvas
            return (0..<70).flatMap { row in
                (0..<120).filter { canvas[$0, row].style.foreground == red }.map { ($0, row) }
            }
        }
        let (column, row) = try #require(cells().first)
        let canvas = driver.browser.canvas
        #expect(canvas[column, row] == Cell(character: "▀", style: Style(red, on: .rgb(0, 0, 255))))
        #expect(canvas[column + 1, row] == Cell(character: "▄", style: Style(.rgb(0, 255, 0))))
        #expect(canvas[column, row + 1] == Cell(character: "▀", style: Style(.white)))
        #expect(canvas[column + 1, row + 1].character == " ")
        #expect(canvas.lines[row + 2].contains("dots"))
        driver.press(.character("?"))
        driver.press(.escape)
        #expect(cells().count == 1)
        driver.press(.escape)
        #expect(driver.browser.canvas == list)
    }

    @Test("half blocks scroll row by row, and never leave the sheet")
    func scrolledBlocks() {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 80, rows: 24)) {
            $0.pictures = .blocks
        }
        driver.press(.enter)
        let rows = 15
        driver.send(
            .pictures(
                id: "V-000",
                [
                    SheetPicture(
                        caption: "tall", width: 1, height: 2 * rows,
                        rgba: (0..<2 * rows).flatMap { _ in [255, 0, 0, 255] as [UInt8] },
                        cells: CanvasSize(columns: 1, rows: rows))
                ]))
        let red = ColorRole.rgb(255, 0, 0)
        var seen: Set<Int> = []
        for _ in 0..<150 {
            driver.press(.down)
            let canvas = driver.browser.canvas
            let shown = (0..<24).filter { row in
                (0..<80).contains { canvas[$0, row].style == Style(red, on: red) }
            }
            seen.insert(shown.count)
            #expect(shown.allSatisfy { (3...21).contains($0) })
        }
        // Above the picture are fewer lines than the sheet has rows.
        #expect(seen.count > rows / 2 && seen == Set(rows - seen.count + 1...rows))
    }

    @Test("a caption with control characters is escaped and shortened")
    func hostile() {
        var driver = open()
        driver.send(
            .pictures(
                id: "V-000",
                [picture("\u{1B}]2;x\u{7}" + String(repeating: "y", count: 1 << 20), 5, 5)]))
        #expect(driver.text.contains(#"\u{1B}]2;x\u{7}yyyy"#))
        #expect(driver.screen.allSatisfy { $0.count <= 120 })
    }
}
