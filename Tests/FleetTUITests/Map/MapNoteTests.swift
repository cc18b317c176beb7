import FleetCore
import Testing

@testable import FleetTUI

@Suite("Notes are marks on the map")
struct MapNoteTests {
    /// Notes of which those about V-000 and V-001 are in one place, and that about V-002 in none.
    private static func notes(at place: Position?) -> [Note] {
        let vehicles = Fleets.town(120)
        func note(_ number: Int64, _ vehicle: Int, _ position: Position?) -> Note {
            Note(
                number: number, vehicleID: vehicles[vehicle].id, text: "text \(number)\nmore",
                createdAt: Fleets.noon - .seconds(600 / Int(number)), position: position)
        }
        return [
            note(1, 0, place), note(2, 1, place), note(3, 2, nil),
            note(4, 60, vehicles[60].position),
        ]
    }

    private func live(size: CanvasSize = CanvasSize(columns: 80, rows: 24)) -> Drive {
        var drive = Drive(Fleets.town(120), size: size)
        drive.notes = Self.notes(at: Position(latitude: 59.93, longitude: 10.75))
        drive.snapshot()
        drive.press(.character("m"))
        return drive
    }

    /// Presses Tab until the words of a note are there.
    private func walk(_ drive: inout Drive, to words: String) throws {
        for _ in 0..<200 where !drive.text.contains(words) { drive.press(.tab) }
        try #require(drive.text.contains(words))
    }

    @Test("the map with notes, those of one place counted", arguments: ScreenTests.sizes)
    func screen(_ size: (Int, Int)) throws {
        var drive = live(size: CanvasSize(columns: size.0, rows: size.1))
        try walk(&drive, to: "✎ 2 notes here")
        try expectScreen("map-notes-\(size.0)x\(size.1)", drive)
    }

    @Test("keys walk to a note, tell its vehicle, age and first line, and open it")
    func walking() throws {
        var drive = live()
        try walk(&drive, to: "✎ V-060 · 2 min ago · text 4")
        drive.press(.enter)
        #expect(drive.screen[2].contains(" Notes · 4 "))
        #expect(drive.screen[3].contains("▶ V-060"))
        drive.press(.escape)
        #expect(drive.text.contains("✎ V-060 · 2 min ago · text 4"))
    }

    @Test("a click chooses the notes of a place, another opens the newest of them")
    func clicking() throws {
        var drive = live()
        let row = try #require(drive.screen.firstIndex { $0.contains("✎2") })
        let column = try #require(
            (0..<80).first { drive.browser.canvas[$0, row].character == "✎" })
        drive.mouse(.press, column + 1, row)
        #expect(drive.text.contains("✎ 2 notes here · V-001 · 5 min ago · text 2"))
        drive.mouse(.press, column, row)
        #expect(drive.screen[5].contains("▶ V-001"))
    }

    @Test("N hides the notes and shows them again; what is hidden is not chosen")
    func hiding() throws {
        var drive = live()
        try walk(&drive, to: "✎ V-060")
        drive.press(.character("N"))
        #expect(!drive.text.contains("✎"))
        drive.press(.character("N"))
        #expect(drive.text.contains("✎2") && !drive.text.contains("✎ V-060"))
    }

    @Test("m on the screen of notes shows the place of the chosen one, if it is known")
    func fromNotes() {
        var drive = live()
        drive.press(.character("m"), .character("n"), .character("m"))
        #expect(drive.text.contains("✎ V-060 · 2 min ago · text 4"))
        #expect(drive.screen[12].contains("✎") || drive.screen[11].contains("✎"))
        drive.press(.character("n"), .down, .character("m"))
        #expect(drive.screen[23].contains("it is not known where V-002 was"))
    }

    @Test("a note that is removed goes from the map, and the choice with it")
    func removed() throws {
        var drive = live()
        try walk(&drive, to: "✎ V-060")
        drive.notes?.removeAll { $0.number == 4 }
        drive.snapshot()
        #expect(!drive.text.contains("V-060"))
    }

    private static func scattered(_ number: Int) -> NoteHead {
        let north = Double(number * 31 % 97) / 2000
        let east = Double(number * 57 % 89) / 1000
        return NoteHead(
            number: Int64(number), vehicleID: "V", beginning: "x", createdAt: Fleets.noon,
            position: Position(latitude: 59.9 + north, longitude: 10.7 + east))
    }

    @Test("no mark lies over another, and each note is in one", arguments: [2, 40, 400])
    func marks(_ count: Int) {
        var map = MapScreen()
        map.resize(CanvasSize(columns: 40, rows: 10))
        map.show(
            Fleets.town(50).map { MapPoint(0, $0.position!, nil, .unknown) }, withoutPosition: 0)
        let heads = (0..<count).map { Self.scattered($0) }
        map.show(heads)
        let marks = map.noteMarks(in: map.viewport)
        #expect(marks.flatMap(\.numbers).sorted() == heads.map(\.number))
        for (mark, next) in zip(marks, marks.dropFirst()) where mark.row == next.row {
            #expect(mark.cells.endColumn <= next.column)
        }
    }
}
