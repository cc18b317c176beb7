import FleetCore
import Testing

@testable import FleetTUI

@Suite("Notes are read, written and removed on a screen of their own")
struct NotesTests {
    /// Notes about vehicles of the town, minutes apart; the texts of the third have three lines.
    static func notes(_ count: Int) -> [Note] {
        let vehicles = Fleets.town(120)
        return (0..<count).map { place in
            let vehicle = vehicles[place * 5 % 120]
            let lines = place % 3 == 2 ? "\nordered a cable\nask Kim" : ""
            return Note(
                number: Int64(place + 1), vehicleID: vehicle.id,
                text: "Brake \(place + 1) is loose\(lines)",
                createdAt: Fleets.noon - .seconds(60 * (count - place)),
                editedAt: place == 1 ? Fleets.noon - .seconds(5) : nil,
                position: place % 4 == 3 ? nil : vehicle.position)
        }
    }

    static func live(
        _ count: Int, size: CanvasSize = CanvasSize(columns: 80, rows: 24)
    ) -> Drive {
        var drive = Drive(Fleets.town(120), size: size)
        drive.notes = notes(count)
        drive.snapshot()
        return drive
    }

    @Test("the screen of notes", arguments: ScreenTests.sizes)
    func screen(_ size: (Int, Int)) throws {
        var drive = Self.live(12, size: CanvasSize(columns: size.0, rows: size.1))
        drive.press(.character("n"), .down, .down, .down)
        try expectScreen("notes-\(size.0)x\(size.1)", drive)
    }

    @Test("without notes it tells how the first is written", arguments: [(80, 24), (40, 12)])
    func empty(_ size: (Int, Int)) throws {
        var drive = Self.live(0, size: CanvasSize(columns: size.0, rows: size.1))
        drive.press(.character("n"))
        try expectScreen("notes-empty-\(size.0)x\(size.1)", drive)
    }

    @Test("a source without a name tells how to give it one")
    func unkept() {
        var drive = Drive(Fleets.town(3)) { $0.source = "sim://demo" }
        drive.notes = nil
        drive.snapshot()
        drive.press(.character("n"))
        #expect(drive.text.contains("sim://demo has no name to keep notes by."))
        #expect(drive.text.contains("fleet source add NAME sim://demo"))
    }

    @Test("the newest is first, and the text of the chosen one alone is asked for")
    func newestFirst() {
        var drive = Self.live(12)
        drive.press(.character("n"))
        #expect(drive.screen[3].contains("▶ V-055"))
        drive.press(.down)
        #expect(drive.screen[4].contains("▶ V-050"))
        let texts = drive.effects.filter { if case .noteText = $0 { true } else { false } }
        #expect(texts == [.noteText(number: 12), .noteText(number: 11)])
    }

    @Test(
        "a is typed in the last row: Enter keeps the note, Escape gives it up, nothing is nothing")
    func add() {
        var drive = Self.live(0)
        drive.press(.enter, .character("a"))
        drive.type("flat q?")
        #expect(drive.screen[23].hasPrefix(" note about V-000: flat q?"))
        drive.press(.escape)
        #expect(drive.notes == [] && drive.screen[2].contains("─ V-000 "))
        drive.press(.character("a"))
        drive.press(.character(" "), .enter)
        #expect(drive.notes == [] && drive.screen[23].contains("nothing was typed"))
        drive.press(.character("a"))
        drive.type("flat tire")
        drive.press(.enter)
        #expect(drive.notes?.map(\.text) == ["flat tire"])
        #expect(drive.screen.contains { $0.contains("note 1") && $0.contains("flat tire") })
    }

    @Test("a on the screen of notes writes about the chosen note's vehicle")
    func addThere() {
        var drive = Self.live(3)
        drive.press(.character("n"), .down, .character("a"))
        drive.type("again")
        drive.press(.enter)
        #expect(drive.notes?.last?.vehicleID == "V-005")
        #expect(drive.screen[3].contains("V-005") && drive.screen[3].contains("again"))
        #expect(drive.screen[5].contains("▶ V-005"), "the chosen one stays chosen")
    }

    @Test("d asks first, and removes only if it is pressed again at once")
    func remove() {
        var drive = Self.live(3)
        drive.press(.character("n"), .character("d"))
        #expect(drive.screen[23] == " d again removes note 3 about V-010")
        drive.press(.down, .character("d"), .up, .down)
        #expect(drive.notes?.count == 3)
        drive.press(.character("d"), .character("d"))
        #expect(drive.notes?.map(\.number) == [1, 3])
        #expect(!drive.screen[4].contains("V-005"))
    }

    @Test("/ searches in whole texts and codes as it is typed, Escape gives it up")
    func search() {
        var drive = Self.live(12)
        drive.press(.character("n"), .character("/"))
        drive.type("KIM")
        #expect(drive.screen[2].contains(" Notes · 4 of 12 with “KIM” "))
        drive.press(.enter, .character("/"))
        drive.type("v-055")
        #expect(drive.screen[2].contains(" Notes · 1 of 12 "))
        drive.type("x")
        #expect(drive.text.contains("No note has that"))
        drive.press(.escape)
        #expect(drive.screen[2].contains(" Notes · 12 ─"))
        drive.press(.escape)
        #expect(drive.screen[2].hasPrefix("  id ▾"))
    }

    @Test("Enter opens the vehicle, or says that it is away")
    func open() {
        var drive = Self.live(3)
        drive.press(.character("n"), .enter)
        #expect(drive.screen[2].contains("─ V-010 "))
        drive.press(.escape)
        #expect(drive.screen[2].contains("Notes"))
        drive.snapshot { $0.removeAll { $0.id == "V-010" } }
        drive.press(.enter)
        #expect(drive.screen[23] == " V-010 is away: it is not in the feed now")
    }

    @Test("what others write or change is there with the next answer of the feed")
    func others() {
        var drive = Self.live(3)
        drive.press(.character("n"))
        drive.notes?[2].text = "changed elsewhere"
        drive.notes?[2].editedAt = drive.now
        drive.notes?.append(Note(number: 9, vehicleID: "V-001", text: "n", createdAt: drive.now))
        #expect(drive.screen[2].contains(" Notes · 3 "))
        drive.snapshot()
        #expect(drive.screen[2].contains(" Notes · 4 "))
        #expect(drive.screen[4].contains("▶ V-010"))
        #expect(drive.screen.count { $0.contains("changed elsewhere") } == 2)
    }

    @Test("a reader that is slow is asked once, and its late answer is not mixed up")
    func slowReader() {
        var drive = Self.live(3)
        drive.readerAnswers = false
        drive.press(.character("n"))
        drive.snapshot()
        drive.snapshot()
        let asked = drive.effects.filter { if case .notes = $0 { true } else { false } }
        #expect(asked.count == 1)
        drive.answerLate()
        #expect(drive.screen[2].contains(" Notes · 3 "))
    }

    @Test("the list tells how many photos a note has, and the open note what they are")
    func photos() {
        var drive = Self.live(3)
        let facts = Photo.Facts(format: .webp, width: 1200, height: 800)
        drive.notes?[2].photos = [1, 3].map {
            Photo(number: $0, hash: "ab\($0)", facts: facts, bytes: $0 * 700_000)
        }
        drive.notes?[0].photos = [Photo(number: 2, hash: "c", facts: facts, bytes: 999)]
        drive.press(.character("n"))
        #expect(drive.screen[3].contains("Brake 3 is loose +2 · 2 photos"))
        #expect(drive.screen[4].contains("V-005") && !drive.screen[4].contains("photo"))
        #expect(drive.screen[5].contains("Brake 1 is loose · 1 photo"))
        let rows = drive.screen.map { $0.dropFirst(2) }
        #expect(rows.contains { $0.hasPrefix("photo 1: webp 1200×800, 683 KiB") })
        #expect(rows.contains { $0.hasPrefix("photo 3: webp 1200×800, 2.0 MiB") })
        drive.resize(40, 12)
        #expect(drive.screen[3].contains("2 photos"))
        for _ in 0..<9 { drive.press(.character("J")) }
        #expect(drive.text.contains("photo 3: webp"))
    }

    @Test("a text of ten thousand characters is shown in rows that fit, and scrolled to its end")
    func longText() {
        var drive = Self.live(0)
        let text = (0..<1100).map { "word\($0)" }.joined(separator: " ")
        drive.notes = [Note(number: 1, vehicleID: "V-001", text: text, createdAt: drive.now)]
        drive.press(.character("n"))
        #expect(drive.text.contains("word0 word1"))
        for _ in 0..<300 { drive.press(.character("J")) }
        #expect(drive.text.contains("word1099"))
    }
}
