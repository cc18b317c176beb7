import FleetCore
import Testing

@testable import FleetTUI

@Suite("The notes screen shows, adds and removes notes")
struct NotesTests {
    /// Notes about vehicles of the town, one minute apart; every third has three lines.
    static func notes(_ count: Int) -> [Note] {
        let vehicles = Fleets.town(120)
        return (0..<count).map { index in
            let vehicle = vehicles[index * 5 % 120]
            let lines = index % 3 == 2 ? "\nordered a cable\nask Kim" : ""
            return Note(
                number: Int64(index + 1), vehicleID: vehicle.id,
                text: "Brake \(index + 1) is loose\(lines)",
                createdAt: Fleets.noon - .seconds(60 * (count - index)),
                editedAt: index == 1 ? Fleets.noon - .seconds(5) : nil,
                position: index % 4 == 3 ? nil : vehicle.position)
        }
    }

    static func live(
        _ count: Int, size: CanvasSize = CanvasSize(columns: 80, rows: 24)
    ) -> BrowserDriver {
        var driver = BrowserDriver(Fleets.town(120), size: size)
        driver.notes = notes(count)
        driver.snapshot()
        return driver
    }

    @Test("the notes screen", arguments: ScreenTests.sizes)
    func screen(_ size: (Int, Int)) throws {
        var driver = Self.live(12, size: CanvasSize(columns: size.0, rows: size.1))
        driver.press(.character("n"), .down, .down, .down)
        try expectScreen("notes-\(size.0)x\(size.1)", driver)
    }

    @Test("without notes it explains how to add one", arguments: [(80, 24), (40, 12)])
    func empty(_ size: (Int, Int)) throws {
        var driver = Self.live(0, size: CanvasSize(columns: size.0, rows: size.1))
        driver.press(.character("n"))
        try expectScreen("notes-empty-\(size.0)x\(size.1)", driver)
    }

    @Test("without notes, the keys for one explain how to add it", arguments: ["a", "d", "E"])
    func emptyKeys(key: Character) {
        var driver = Self.live(0)
        driver.press(.character("n"), .character(key))
        #expect(driver.text.contains("open a vehicle with Enter, and press a to add a note"))
    }

    @Test("a source without a name shows how to name it")
    func unavailable() {
        var driver = BrowserDriver(Fleets.town(3)) { $0.source = "sim://demo" }
        driver.notes = nil
        driver.snapshot()
        driver.press(.character("n"))
        #expect(driver.text.contains("sim://demo needs a name before it can have notes."))
        #expect(driver.text.contains("fleet source add NAME sim://demo"))
    }

    @Test("the newest is first, and only the text of the selected note is requested")
    func newestFirst() {
        var driver = Self.live(12)
        driver.press(.character("n"))
        #expect(driver.screen[3].contains("▶ V-055"))
        driver.press(.down)
        #expect(driver.screen[4].contains("▶ V-050"))
        let texts = driver.effects.filter { if case .read(.noteText) = $0 { true } else { false } }
        #expect(texts == [.read(.noteText(number: 12)), .read(.noteText(number: 11))])
    }

    @Test(
        "a opens an input in the last row: Enter saves the note, Escape cancels, empty is ignored")
    func add() {
        var driver = Self.live(0)
        driver.press(.enter, .character("a"))
        driver.type("flat q?")
        #expect(driver.screen[23].hasPrefix(" note about V-000: flat q?"))
        driver.press(.escape)
        #expect(driver.notes == [] && driver.screen[2].contains("─ V-000 "))
        driver.press(.character("a"))
        driver.press(.character(" "), .enter)
        #expect(driver.notes == [] && driver.screen[22].contains("nothing typed"))
        driver.press(.character("a"))
        driver.type("flat tire")
        driver.press(.enter)
        #expect(driver.notes?.map(\.text) == ["flat tire"])
        #expect(driver.screen.contains { $0.contains("note 1") && $0.contains("flat tire") })
    }

    @Test("E edits the text of the selected note in place, line breaks included")
    func edit() {
        var driver = Self.live(3)
        driver.press(.character("n"), .character("E"))
        #expect(driver.screen[23].hasPrefix(" note 3: Brake 3 is loose↵ordered a cable↵ask Kim"))
        driver.press(.home, .right, .delete)
        driver.type("R")
        driver.press(.end, .control("w"))
        driver.type("Sam")
        driver.press(.escape)
        #expect(driver.notes?[2].text == "Brake 3 is loose\nordered a cable\nask Kim")
        driver.press(.character("E"), .backspace, .backspace, .backspace)
        driver.type("Sam")
        driver.press(.home, .delete)
        driver.type("b")
        driver.press(.enter)
        #expect(driver.notes?[2].text == "brake 3 is loose\nordered a cable\nask Sam")
        let edit = Effect.write(
            .editNote(
                number: 3, text: "brake 3 is loose\nordered a cable\nask Sam",
                before: "Brake 3 is loose\nordered a cable\nask Kim"))
        #expect(driver.effects.contains(edit))
        #expect(driver.screen.contains { $0.contains("ask Sam") })
        driver.press(.character("E"), .control("u"), .enter)
        #expect(driver.text.contains("nothing typed; no note saved"))
        #expect(driver.notes?.count == 3)
    }

    @Test("a typed text may be as long as that of any note")
    func longestText() {
        var driver = Self.live(0)
        driver.press(.enter, .character("a"))
        driver.press(.paste(String(repeating: "x", count: Note.maxTextLength + 1)), .enter)
        #expect(driver.notes?.map(\.text.count) == [Note.maxTextLength])
    }

    @Test("a long text scrolls with the cursor on one row")
    func cursor() {
        var driver = Self.live(0)
        driver.press(.enter, .character("a"))
        driver.type(String(repeating: "x", count: 200) + "end")
        #expect(driver.screen[23].contains("xxxend") && driver.screen[23].count < 80)
        for _ in 0..<3 { driver.press(.left) }
        driver.type("|")
        #expect(driver.screen[23].contains("xxx|end"))
        driver.press(.home)
        driver.type("begin")
        #expect(driver.screen[23].hasPrefix(" note about V-000: beginxxx"))
        driver.press(.control("k"), .enter)
        #expect(driver.notes?.map(\.text) == ["begin"])
    }

    @Test("a on the notes screen adds a note about the selected note's vehicle")
    func addOnNotesScreen() {
        var driver = Self.live(3)
        driver.press(.character("n"), .down, .character("a"))
        driver.type("again")
        driver.press(.enter)
        #expect(driver.notes?.last?.vehicleID == "V-005")
        #expect(driver.screen[3].contains("V-005") && driver.screen[3].contains("again"))
        #expect(driver.screen[5].contains("▶ V-005"), "the selected note stays selected")
    }

    @Test("d asks for confirmation, and removes only if pressed again at once")
    func remove() {
        var driver = Self.live(3)
        driver.press(.character("n"), .character("d"))
        #expect(driver.screen[22] == " press d again to remove note 3 about V-010")
        driver.press(.down, .character("d"), .up, .down)
        #expect(driver.notes?.count == 3)
        driver.press(.character("d"), .character("d"))
        #expect(driver.notes?.map(\.number) == [1, 3])
        #expect(!driver.screen[4].contains("V-005"))
    }

    @Test("/ searches whole texts and IDs as you type, Escape cancels")
    func search() {
        var driver = Self.live(12)
        driver.press(.character("n"), .character("/"))
        driver.type("KIM")
        #expect(driver.screen[2].contains(" Notes · 4 of 12 with “KIM” "))
        driver.press(.enter, .character("/"))
        driver.type("v-055")
        #expect(driver.screen[2].contains(" Notes · 1 of 12 "))
        driver.type("x")
        #expect(driver.text.contains("No note matches"))
        driver.press(.escape)
        #expect(driver.screen[2].contains(" Notes · 12 ─"))
        driver.press(.escape)
        #expect(driver.screen[2].hasPrefix("  id ▲"))
    }

    @Test("Enter opens the vehicle, or reports that it is missing")
    func open() {
        var driver = Self.live(3)
        driver.press(.character("n"), .enter)
        #expect(driver.screen[2].contains("─ V-010 "))
        driver.press(.escape)
        #expect(driver.screen[2].contains("Notes"))
        driver.snapshot { $0.removeAll { $0.id == "V-010" } }
        driver.press(.enter)
        #expect(driver.screen[22] == " V-010 is missing from the feed")
    }

    @Test("changes by other processes appear with the next snapshot")
    func otherProcesses() {
        var driver = Self.live(3)
        driver.press(.character("n"))
        driver.notes?[2].text = "changed elsewhere"
        driver.notes?[2].editedAt = driver.now
        driver.notes?.append(Note(number: 9, vehicleID: "V-001", text: "n", createdAt: driver.now))
        #expect(driver.screen[2].contains(" Notes · 3 "))
        driver.snapshot()
        #expect(driver.screen[2].contains(" Notes · 4 "))
        #expect(driver.screen[4].contains("▶ V-010"))
        #expect(driver.screen.count { $0.contains("changed elsewhere") } == 2)
    }

    @Test("a slow reader gets one request, and its late result is applied")
    func slowReader() {
        var driver = Self.live(3)
        driver.readerResponds = false
        driver.press(.character("n"))
        driver.snapshot()
        driver.snapshot()
        let requests = driver.effects.filter { if case .read(.notes) = $0 { true } else { false } }
        #expect(requests.count == 1)
        driver.answerPending()
        #expect(driver.screen[2].contains(" Notes · 3 "))
    }

    @Test("the list shows the number of photos of a note, and the open note describes them")
    func photos() {
        var driver = Self.live(3)
        let info = Photo.Info(format: .webp, width: 1200, height: 800)
        driver.notes?[2].photos = [1, 3].map {
            Photo(number: $0, hash: "ab\($0)", info: info, bytes: $0 * 700_000)
        }
        driver.notes?[0].photos = [Photo(number: 2, hash: "c", info: info, bytes: 999)]
        driver.press(.character("n"))
        #expect(driver.screen[3].contains("Brake 3 is loose +2 · 2 photos"))
        #expect(driver.screen[4].contains("V-005") && !driver.screen[4].contains("photo"))
        #expect(driver.screen[5].contains("Brake 1 is loose · 1 photo"))
        let rows = driver.screen.map { $0.dropFirst(2) }
        #expect(rows.contains { $0.hasPrefix("photo 1: webp 1200×800, 683 KiB") })
        #expect(rows.contains { $0.hasPrefix("photo 3: webp 1200×800, 2.0 MiB") })
        driver.resize(40, 12)
        #expect(driver.screen[3].contains("2 photos"))
        for _ in 0..<9 { driver.press(.character("J")) }
        #expect(driver.text.contains("photo 3: webp"))
    }

    @Test("a text of ten thousand characters wraps, and scrolls to its end")
    func longText() {
        var driver = Self.live(0)
        let text = (0..<1100).map { "word\($0)" }.joined(separator: " ")
        driver.notes = [Note(number: 1, vehicleID: "V-001", text: text, createdAt: driver.now)]
        driver.press(.character("n"))
        #expect(driver.text.contains("word0 word1"))
        for _ in 0..<140 { driver.press(.character("J")) }
        #expect(driver.text.contains("word1099"))
    }
}
