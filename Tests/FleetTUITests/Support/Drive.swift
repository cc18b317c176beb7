import FleetCore
import FleetService

@testable import FleetTUI

/// Drives a browser as a person and a service would: keys, states and time go in, and what the browser
/// wants to read is answered from a list of vehicles in memory.
struct Drive {
    private(set) var browser: Browser
    /// The vehicles of the snapshot.
    var vehicles: [Vehicle]
    /// The other feed of the source.
    var depots = Depots()
    /// All that the browser wanted so far.
    private(set) var effects: [Effect] = []
    /// The codes of the favorites.
    var favorites: [String] = []
    /// The notes, the oldest first; `nil` if the source has no name to keep them by.
    var notes: [Note]? = []
    /// What compares the snapshots.
    private var detector = EventDetector(rotation: .no)
    /// Whether the reader answers; what it was asked meanwhile is answered late.
    var readerAnswers = true
    private var late: [Effect] = []
    private(set) var now = Fleets.noon
    private var revision: Int64 = 0
    private var seq = 0

    init(
        _ vehicles: [Vehicle] = Fleets.town(120), size: CanvasSize = .init(columns: 80, rows: 24),
        _ change: (inout BrowserSetup) -> Void = { _ in }
    ) {
        var setup = BrowserSetup(source: "town", localTime: { "at \($0.milliseconds / 1000)" })
        change(&setup)
        self.vehicles = vehicles
        let clock = BrowserClock(machine: now, shown: now)
        browser = Browser(setup, size: size, clock: clock)
    }

    /// A browser that shows the vehicles, read just now.
    static func live(
        _ vehicles: [Vehicle] = Fleets.town(120), size: CanvasSize = .init(columns: 80, rows: 24),
        _ change: (inout BrowserSetup) -> Void = { _ in }
    ) -> Drive {
        var drive = Drive(vehicles, size: size, change)
        drive.snapshot()
        return drive
    }

    /// The rows of the screen.
    var screen: [String] { browser.canvas.lines }

    /// The screen as one text.
    var text: String { screen.joined(separator: "\n") }

    mutating func press(_ keys: Key...) { for key in keys { send(.key(key)) } }

    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    mutating func mouse(_ kind: Mouse.Kind, _ column: Int, _ row: Int) {
        press(.mouse(Mouse(kind, column: column, row: row)))
    }

    mutating func resize(_ columns: Int, _ rows: Int) {
        send(.resized(CanvasSize(columns: columns, rows: rows)))
    }

    mutating func wait(_ duration: Duration) {
        now = now + duration
        send(.tick(BrowserClock(machine: now, shown: now)))
    }

    /// The service has stored another snapshot.
    mutating func snapshot(_ change: (inout [Vehicle]) -> Void = { _ in }) {
        change(&vehicles)
        revision += 1
        tell(.live(info, nextAt: now + .seconds(5)))
    }

    mutating func tell(_ state: ServiceState) {
        seq += 1
        send(.state(StateUpdate(seq: seq, at: now, state: state)))
    }

    /// What is known of the snapshot.
    var info: SnapshotInfo {
        SnapshotInfo(
            revision: revision, feed: FeedDescription(format: "GBFS 3.0"), fetchedAt: now,
            total: vehicles.count, changes: .none, reading: ReadingReport(), rotation: .no)
    }

    mutating func send(_ event: BrowserEvent) {
        for effect in browser.handle(event) {
            effects.append(effect)
            if readerAnswers { answer(effect) } else { late.append(effect) }
        }
    }

    /// Answers what was asked while the reader was silent, the last question first.
    mutating func answerLate() {
        readerAnswers = true
        answerOnce()
    }

    /// The same by a reader that is silent again on what comes of it.
    mutating func answerOnce() {
        let asked = late
        late = []
        for effect in asked.reversed() { answer(effect) }
    }

    /// Forgets the effects so far.
    mutating func forgetEffects() { effects = [] }
}

extension Drive {
    private mutating func answer(_ effect: Effect) {
        switch effect {
        case .list(let query, let generation, let id, let near):
            answerList(query, generation, id, near)
        case .read(let range, let generation):
            let places = places(browser.query)
            let window = range.clamped(to: 0..<places.count).map {
                vehicles[places[$0]] as Vehicle?
            }
            send(.window(generation: generation, start: range.lowerBound, window))
        case .find(let id):
            send(.found(id: id, found(vehicles.firstIndex { ASCIICase.equal($0.id, id) })))
        case .choose(let row): send(.chosen(found(Int(row))))
        case .toggleFavorite(let id):
            let others = favorites.filter { $0 != id }
            favorites = others == favorites ? others + [id] : others
            send(.favoritesChanged)
        case .notes, .noteText, .chooseCode, .addNote, .removeNote: answerNotes(effect)
        case .compare: send(.compared(EventNews(detector.compare(vehicles, at: now))))
        case .peek(let row):
            let vehicle = vehicles.indices.contains(Int(row)) ? vehicles[Int(row)] : nil
            send(.peeked(row: row, vehicle))
        case .points(let filter, let generation):
            var query = VehicleQuery()
            query.filter = filter
            let all = places(query)
            let points = all.compactMap { place in
                vehicles[place].position.map {
                    MapPoint(Int64(place), $0, vehicles[place].color, vehicles[place].state)
                }
            }
            send(
                .points(
                    generation: generation, points, withoutPosition: all.count - points.count))
        default: answerOfSites(effect)
        }
    }

    private mutating func answerNotes(_ effect: Effect) {
        switch effect {
        case .notes(let search, let generation):
            send(.notes(generation: generation, read(search)))
        case .noteText(let number):
            send(.noteText(number: number, notes?.first { $0.number == number }))
        case .chooseCode(let code):
            send(.chosenCode(code, found(vehicles.firstIndex { $0.id == code })))
        case .addNote(let text, let subject):
            let vehicle = vehicles.first { $0.id == subject.text }
            let number = (notes?.last?.number ?? 0) + 1
            notes?.append(
                Note(
                    number: number, vehicleID: subject.text, text: text, createdAt: now,
                    position: vehicle?.position))
            send(.notesChanged)
        case .removeNote(let number):
            notes?.removeAll { $0.number == number }
            send(.notesChanged)
        default: break
        }
    }

    private func read(_ search: String?) -> ReadNotes? {
        notes.map { notes in
            let found = search.map { search in
                notes.filter {
                    ASCIICase.contains($0.text, search)
                        || ASCIICase.contains($0.vehicleID, search)
                }
            }
            return ReadNotes(
                heads: notes.reversed().map { note in
                    NoteHead(
                        number: note.number, vehicleID: note.vehicleID, beginning: note.text,
                        lineCount: note.lines.count, createdAt: note.createdAt,
                        editedAt: note.editedAt, position: note.position,
                        photoCount: note.photos.count)
                },
                matching: found.map { Set($0.map(\.number)) })
        }
    }

    private func places(_ query: VehicleQuery) -> [Int] {
        let snapshot = Snapshot(
            vehicles: vehicles, feed: FeedDescription(format: "GBFS 3.0"), reading: ReadingReport())
        return query.selection(in: snapshot).places
    }

    private mutating func answerList(
        _ query: VehicleQuery, _ generation: Int, _ id: String?, _ near: Int
    ) {
        let places = places(query)
        let kept = places.firstIndex { vehicles[$0].id == id }
        let middle = kept ?? near
        let window = (middle - 30..<middle + 30).clamped(to: 0..<places.count)
        let kinds = vehicles.map {
            KindCount(
                color: $0.color, typeID: $0.typeID, formFactor: $0.formFactor, state: $0.state,
                count: 1)
        }
        send(
            .listed(
                Listed(
                    generation: generation, info: info,
                    counts: VehicleCounts(
                        total: vehicles.count, matching: places.count, unknownBattery: 0),
                    kinds: kinds, kept: kept, start: window.lowerBound,
                    vehicles: window.map { vehicles[places[$0]] },
                    favorites: favorites.map { id in
                        ListedFavorite(id: id, vehicle: vehicles.first { $0.id == id })
                    })))
    }

    private func found(_ place: Int?) -> FoundVehicle? {
        guard let place, vehicles.indices.contains(place) else { return nil }
        return FoundVehicle(
            detail: VehicleDetail(
                source: "town", feed: info.feed, fetchedAt: now, isStale: false, rotation: .no,
                vehicle: vehicles[place]), row: Int64(place),
            index: places(browser.query).firstIndex(of: place),
            notes: notes?.filter { $0.vehicleID == vehicles[place].id } ?? [])
    }
}
