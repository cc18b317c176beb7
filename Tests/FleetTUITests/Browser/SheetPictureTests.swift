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

    /// A browser with an open vehicle on a terminal that shows images.
    private func open(_ columns: Int = 120, _ rows: Int = 50) -> Drive {
        var drive = Drive.live(size: CanvasSize(columns: columns, rows: rows)) {
            $0.showsPictures = true
        }
        drive.press(.enter)
        return drive
    }

    /// The pictures that are to be laid over the screen, without the QR code.
    private func laid(_ drive: Drive) -> [(caption: String, place: Rect)] {
        drive.browser.pictures.compactMap { picture in
            if case .pixels(let pixels) = picture.content {
                (pixels.caption, picture.place)
            } else {
                nil
            }
        }
    }

    @Test("pictures are asked for once for each vehicle, and again when its notes change")
    func asked() {
        var drive = open()
        func asked() -> [Effect] {
            drive.effects.filter { if case .pictures = $0 { true } else { false } }
        }
        #expect(asked() == [.pictures(of: drive.vehicles[0], notes: [])])
        drive.snapshot { $0[0].battery = Battery(percent: 7) }
        #expect(asked().count == 1)
        let note = Note(number: 1, vehicleID: "V-000", text: "flat", createdAt: Fleets.noon)
        drive.notes = [note]
        drive.snapshot()
        #expect(asked().last == .pictures(of: drive.vehicles[0], notes: [note]))
        drive.press(.right)
        #expect(asked().count == 3)
    }

    @Test("nothing is asked for and nothing changes where the terminal shows no images")
    func noImages() {
        var drive = Drive.live()
        drive.press(.enter)
        let before = drive.text
        #expect(!drive.effects.contains { if case .pictures = $0 { true } else { false } })
        drive.send(.pictures(id: "V-000", [picture("a scooter")]))
        #expect(drive.text == before && drive.browser.pictures.isEmpty)
    }

    @Test("they stand side by side below the lines and the code, each with its caption")
    func places() throws {
        var drive = open(120, 70)
        drive.send(
            .pictures(id: "V-000", [picture("scooter"), picture("brand", 12, 5), picture("photo")]))
        let laid = laid(drive)
        try #require(laid.map(\.caption) == ["scooter", "brand", "photo"])
        let first = laid[0].place
        #expect(laid[1].place.row == first.row && laid[1].place.column == first.column + 26)
        #expect(laid[2].place.row == first.row + 12 && laid[2].place.column == first.column)
        for (caption, place) in laid {
            let line = drive.browser.canvas.row(place.endRow).dropFirst(place.column)
            #expect(String(line.prefix(caption.count).map(\.character)) == caption)
            for row in place.row..<place.endRow {
                let cells = drive.browser.canvas.row(row).dropFirst(place.column)
                #expect(cells.prefix(place.columns).allSatisfy { $0.character == " " })
            }
        }
        let code = try #require(drive.browser.pictures.first)
        #expect(code.place.intersection(first).rows == 0 && code.place.endRow < first.row)
    }

    @Test("only what is in sight as a whole is laid over the screen, and scrolling brings the rest")
    func scrolling() {
        var drive = open(80, 24)
        drive.send(.pictures(id: "V-000", [picture("scooter")]))
        #expect(laid(drive).isEmpty && drive.text.contains("↓ more"))
        drive.press(.end)
        #expect(laid(drive).count == 1 && drive.text.contains("scooter"))
        let bottom = laid(drive)[0].place
        drive.press(.up)
        #expect(laid(drive).allSatisfy { $0.place.row == bottom.row + 1 })
        drive.press(.home)
        #expect(laid(drive).isEmpty)
    }

    @Test("what lies over the sheet takes the pictures away until it goes")
    func covered() {
        var drive = open()
        drive.send(.pictures(id: "V-000", [picture("scooter")]))
        drive.press(.character("?"))
        #expect(drive.browser.pictures.isEmpty)
        drive.press(.escape)
        #expect(laid(drive).count == 1)
        drive.press(.escape)
        #expect(drive.browser.pictures.isEmpty)
    }

    @Test("late pictures of another vehicle are dropped, and the neighbor begins without any")
    func late() {
        var drive = open()
        drive.send(.pictures(id: "V-001", [picture("another")]))
        #expect(laid(drive).isEmpty)
        drive.send(.pictures(id: "V-000", [picture("scooter")]))
        #expect(laid(drive).count == 1)
        drive.press(.right)
        #expect(laid(drive).isEmpty)
    }

    @Test("a screen too small for a picture says so, and no size of it is a trap")
    func small() {
        for (columns, rows, says) in [
            (1, 1, false), (3, 4, false), (20, 8, true), (40, 12, true), (300, 9, true),
        ] {
            var drive = open(columns, rows)
            drive.send(.pictures(id: "V-000", [picture("scooter"), picture("b", 0, 0)]))
            var hasSaid = false
            for _ in 0..<60 {
                drive.press(.down)
                #expect(!laid(drive).contains { $0.caption == "scooter" })
                hasSaid = hasSaid || drive.text.contains("needs more room")
            }
            #expect(hasSaid == says, "\(columns) × \(rows)")
        }
    }

    @Test("a caption full of control characters is shown as what it is, and shortened")
    func hostile() {
        var drive = open()
        drive.send(
            .pictures(
                id: "V-000",
                [picture("\u{1B}]2;x\u{7}" + String(repeating: "y", count: 1 << 20), 5, 5)]))
        #expect(drive.text.contains(#"\u{1B}]2;x\u{7}yyyy"#))
        #expect(drive.screen.allSatisfy { $0.count <= 120 })
    }
}
