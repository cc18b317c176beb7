import FleetCore
import FleetService

@testable import FleetTUI

/// Test driver that acts as the user and the service of a browser.
///
/// It sends keys, states and time, and answers the browser's reads from vehicles in memory.
struct BrowserDriver {
    private(set) var browser: Browser
    /// Browser without a screen, if that is driven instead.
    private var plain: PlainBrowser?
    /// Vehicles of the snapshot.
    var vehicles: [Vehicle]
    /// Sites of the source.
    var depots = Depots()
    /// Names of the vehicle types in the feed.
    var typeNames: [String: String]?
    /// Time of the feed's last change, if it has one.
    var lastUpdated: Timestamp?
    /// Effects that the browser has requested so far.
    private(set) var effects: [Effect] = []
    /// IDs of the favorites.
    var favorites: [String] = []
    /// Notes, oldest first; `nil` if the source has no name to store them under.
    var notes: [Note]? = []
    private var detector = EventDetector(rotation: .no)
    private var comparedFilter = Filter()
    /// Whether reads are answered immediately; otherwise they stay pending.
    var readerResponds = true
    private var pending: [Effect] = []
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

    /// A browser that shows freshly loaded vehicles.
    static func live(
        _ vehicles: [Vehicle] = Fleets.town(120), size: CanvasSize = .init(columns: 80, rows: 24),
        _ change: (inout BrowserSetup) -> Void = { _ in }
    ) -> BrowserDriver {
        var driver = BrowserDriver(vehicles, size: size, change)
        driver.snapshot()
        return driver
    }

    /// A browser without a screen.
    static func plain(
        _ vehicles: [Vehicle] = Fleets.town(120), _ change: (inout BrowserSetup) -> Void = { _ in }
    ) -> BrowserDriver {
        var driver = BrowserDriver(vehicles, change)
        var setup = driver.browser.setup
        setup.route = .list
        change(&setup)
        let clock = BrowserClock(machine: driver.now, shown: driver.now)
        driver.plain = PlainBrowser(setup, clock: clock)
        return driver
    }

    /// Enters a command, and returns the lines that it prints.
    mutating func enter(_ command: String) -> [String] {
        carryOut(plain?.enter(command) ?? [])
        return takeLines()
    }

    /// Returns the new lines of a browser without a screen.
    mutating func takeLines() -> [String] { plain?.takeLines() ?? [] }

    /// Whether the output of the last command is incomplete.
    var isWaiting: Bool { plain?.isWaiting ?? false }

    /// Rows of the screen.
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

    /// Publishes a new snapshot, as the service does.
    mutating func snapshot(_ change: (inout [Vehicle]) -> Void = { _ in }) {
        change(&vehicles)
        revision += 1
        publish(.live(info, nextAt: now + .seconds(5)))
    }

    mutating func publish(_ state: ServiceState) {
        seq += 1
        send(.state(StateUpdate(seq: seq, at: now, state: state)))
    }

    /// Metadata of the snapshot.
    var info: SnapshotInfo {
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.typeNames = typeNames
        feed.lastUpdated = lastUpdated
        return SnapshotInfo(
            revision: revision, feed: feed, fetchedAt: now,
            total: vehicles.count, changes: .none, parseReport: ParseReport(), rotation: .no)
    }

    mutating func send(_ event: BrowserEvent) {
        carryOut(plain?.handle(event) ?? browser.handle(event))
    }

    private mutating func carryOut(_ requested: [Effect]) {
        for effect in requested {
            effects.append(effect)
            if readerResponds { answer(effect) } else { pending.append(effect) }
        }
    }

    /// Answers the pending reads, latest first, and responds immediately from now on.
    mutating func answerPending() {
        readerResponds = true
        answerPendingOnce()
    }

    /// Answers the pending reads, latest first; reads that result from them stay pending.
    mutating func answerPendingOnce() {
        let requested = pending
        pending = []
        for effect in requested.reversed() { answer(effect) }
    }

    /// Clears the recorded effects.
    mutating func clearEffects() { effects = [] }
}

extension Canvas {
    /// Characters of cells that are control characters or have no width.
    var unsafeCharacters: [Character] {
        (0..<size.rows).flatMap { row in
            self.row(row).compactMap { cell in
                // Most cells are empty.
                guard cell.character != " ", !cell.isContinuation else { return nil }
                let isControl = cell.character.unicodeScalars.contains { $0.value < 0x20 }
                return isControl || DisplayWidth.of(cell.character) < 1 ? cell.character : nil
            }
        }
    }
}

extension BrowserDriver {
    private mutating func answer(_ effect: Effect) {
        switch effect {
        case .read(let read): answer(read)
        case .write(let write): answer(write)
        default: answerSites(effect)
        }
    }

    private mutating func answer(_ write: Effect.Write) {
        switch write {
        case .toggleFavorites(let ids):
            let new = ids.filter { !favorites.contains($0) }
            favorites = new.isEmpty ? favorites.filter { !ids.contains($0) } : favorites + new
            send(.favoritesChanged)
        case .addNotes(let new):
            for subject in new.subjects {
                let vehicle = vehicles.first { $0.id == subject.id }
                let number = (notes?.last?.number ?? 0) + 1
                notes?.append(
                    Note(
                        number: number, vehicleID: subject.id, text: new.text, createdAt: now,
                        position: vehicle?.position))
            }
            send(.notesChanged)
        case .editNote(let number, let text, _, _):
            guard let index = notes?.firstIndex(where: { $0.number == number }) else { return }
            notes?[index].text = text
            notes?[index].editedAt = now
            send(.notesChanged)
        case .removeNote(let number):
            notes?.removeAll { $0.number == number }
            send(.notesChanged)
        default: break
        }
    }

    private mutating func answer(_ read: Effect.Read) {
        switch read {
        case .list(let query, let generation, let id, let near):
            answerList(query, generation: generation, id: id, near: near)
        case .window(let range, let generation):
            let indices = indices(browser.query)
            let window = range.clamped(to: 0..<indices.count).map {
                vehicles[indices[$0]] as Vehicle?
            }
            send(.window(generation: generation, start: range.lowerBound, window))
        case .moment(let time):
            send(
                .moment(
                    time.map {
                        ShownMoment(
                            at: $0, text: "minute \(($0 - Fleets.noon).milliseconds / 60_000)",
                            isInGap: false)
                    }))
        case .vehicle(let id):
            send(.found(id: id, found(vehicles.firstIndex { ASCIICase.equal($0.id, id) })))
        case .vehicleAtRow(let row): send(.foundAtRow(found(Int(row))))
        case .notes(let search, let generation):
            send(.notes(generation: generation, self.read(search)))
        case .noteText(let number):
            send(.noteText(number: number, notes?.first { $0.number == number }))
        case .vehicleByStableID(let id):
            send(.foundByStableID(id, found(vehicles.firstIndex { $0.id == id })))
        case .compare(_, let filter):
            if filter != comparedFilter { detector.restart() }
            comparedFilter = filter
            send(.compared(EventUpdate(detector.compare(vehicles, at: now, of: filter))))
        case .between(let first, let last):
            let ids = indices(browser.query).map { vehicles[$0].id }
            let ends = [first, last].compactMap(ids.firstIndex).sorted()
            if ends.count == 2 { send(.between(Array(ids[ends[0]...ends[1]]))) }
        case .paths(let text):
            send(.paths(of: text, ["out/", "photo.jpg"].filter { $0.hasPrefix(text) }))
        case .photos(let paths):
            let isPhoto = paths.allSatisfy { $0.hasSuffix(".jpg") }
            send(.photosChecked(paths, error: isPhoto ? nil : "not a photo"))
        case .preview(let row):
            let vehicle = vehicles.indices.contains(Int(row)) ? vehicles[Int(row)] : nil
            send(.preview(row: row, vehicle))
        case .points(let filter, let generation):
            var query = VehicleQuery()
            query.filter = filter
            let all = indices(query)
            let points = all.compactMap { index in
                vehicles[index].position.map {
                    MapPoint(
                        row: Int64(index), position: $0, color: vehicles[index].color,
                        state: vehicles[index].state)
                }
            }
            send(
                .points(
                    generation: generation, points, withoutPosition: all.count - points.count))
        }
    }

    private func read(_ search: String?) -> NoteList? {
        notes.map { notes in
            let found = search.map { search in
                notes.filter {
                    ASCIICase.contains($0.text, search)
                        || ASCIICase.contains($0.vehicleID ?? "", search)
                }
            }
            return NoteList(
                summaries: notes.reversed().map { note in
                    NoteSummary(
                        number: note.number, vehicleID: note.vehicleID ?? "", beginning: note.text,
                        lineCount: note.lines.count, createdAt: note.createdAt,
                        editedAt: note.editedAt, position: note.position,
                        photoCount: note.photos.count)
                },
                matching: found.map { Set($0.map(\.number)) })
        }
    }

    private func indices(_ query: VehicleQuery) -> [Int] {
        let snapshot = Snapshot(
            vehicles: vehicles, feed: FeedDescription(format: "GBFS 3.0"),
            parseReport: ParseReport())
        return query.selection(in: snapshot).indices
    }

    private mutating func answerList(
        _ query: VehicleQuery, generation: Int, id: String?, near: Int
    ) {
        let indices = indices(query)
        let selectedIndex = indices.firstIndex { vehicles[$0].id == id }
        let middle = selectedIndex ?? near
        let window = (middle - 30..<middle + 30).clamped(to: 0..<indices.count)
        let facets = vehicles.map {
            FacetCount(
                color: $0.color, typeID: $0.typeID, formFactor: $0.formFactor, state: $0.state,
                count: 1)
        }
        send(
            .listed(
                ListResult(
                    generation: generation, info: info,
                    counts: VehicleCounts(
                        total: vehicles.count, matching: indices.count, unknownBattery: 0),
                    facets: facets, selectedIndex: selectedIndex, start: window.lowerBound,
                    vehicles: window.map { vehicles[indices[$0]] },
                    favorites: favorites.map { id in
                        ListedFavorite(id: id, vehicle: vehicles.first { $0.id == id })
                    })))
    }

    private func found(_ index: Int?) -> FoundVehicle? {
        guard let index, vehicles.indices.contains(index) else { return nil }
        return FoundVehicle(
            detail: VehicleDetail(
                source: "town", feed: info.feed, fetchedAt: now, isStale: false, rotation: .no,
                vehicle: vehicles[index]), row: Int64(index),
            index: indices(browser.query).firstIndex(of: index),
            notes: notes?.filter { $0.vehicleID == vehicles[index].id } ?? [])
    }
}
