import FleetCore

/// State of the vehicle sheet: the details of one vehicle and its QR code.
struct VehicleSheet: Sendable {
    /// Result of a key; the browser carries out the rest.
    enum Outcome: Equatable {
        case handled, ignored
        case close
        /// Write a note.
        case addNote
        /// Write the QR code to a file.
        case writeQR
        /// Copy the ID to the clipboard.
        case copy(String)
        /// Open the vehicle this many rows further in the list.
        case neighbor(Int)
    }

    /// Whether the vehicle is in the feed.
    enum Presence: Equatable {
        case unknown, present, absent
    }

    /// ID of the vehicle; until the vehicle is found, as it was requested.
    private(set) var id: String
    private(set) var presence = Presence.unknown
    private(set) var detail: VehicleDetail?
    /// Row in the store.
    private(set) var row: Int64?
    private(set) var notes: [Note] = []
    private(set) var lines: [DetailLine] = []
    /// Names of the lines that changed with the last snapshot.
    private(set) var changedNames: Set<String> = []
    private(set) var symbol: SymbolPicture?
    /// Sensor values since it was opened.
    private(set) var history = MeasurementHistory()
    var pictures: [SheetPicture] = []
    var pictureSubject: PictureSubject?
    private(set) var scroll = SheetScroll()

    init(id: String) {
        self.id = id
    }

    /// Updates the details after a lookup; a vehicle that is gone is still shown as it was.
    mutating func update(_ found: FoundVehicle?, style: TableStyle, sites: SortedSites?) {
        presence = found == nil ? .absent : .present
        row = found?.row
        guard let found else { return }
        let detail = found.detail
        notes = found.notes
        let new = lines(of: detail, style, sites)
        if let old = self.detail, old.vehicle.id == detail.vehicle.id {
            if old.vehicle != detail.vehicle {
                changedNames = differences(from: new)
            } else if old.fetchedAt != detail.fetchedAt {
                changedNames = []
            }
        } else {
            symbol = SymbolPicture(detail.vehicle.id)
            (changedNames, history) = ([], MeasurementHistory())
        }
        history.add(detail.vehicle.measurements)
        (self.detail, id, lines) = (detail, detail.vehicle.id, new)
    }

    /// Updates the ages, and the name of the station once the sites are loaded.
    mutating func tick(style: TableStyle, sites: SortedSites?) {
        if let detail { lines = lines(of: detail, style, sites) }
    }

    /// Returns the details, then the notes, as lines.
    private func lines(
        of detail: VehicleDetail, _ style: TableStyle, _ sites: SortedSites?
    ) -> [DetailLine] {
        detail.lines(style: style).map { line in
            guard line.name == "station", let id = detail.vehicle.stationID,
                let name = sites?[id]?.name
            else { return line }
            return DetailLine(name: line.name, value: "\(id.limited) · \(name.limited)")
        }
            + notes.flatMap { note in
                note.lines.enumerated().map { index, line in
                    DetailLine(
                        name: index == 0 ? "note \(note.number)" : "", value: String(line))
                }
            }
    }

    /// Returns the names of the lines that differ, except for times.
    private func differences(from new: [DetailLine]) -> Set<String> {
        let times: Set<String> = ["updated", "fetched", "reported", "last reported"]
        let old = Dictionary(lines.map { ($0.name, $0.value) }) { first, _ in first }
        return Set(new.filter { old[$0.name] != $0.value }.map(\.name)).subtracting(times)
    }
}

extension VehicleSheet {
    /// Handles a key.
    mutating func handle(_ key: Key, part: Rect) -> Outcome {
        switch key {
        case .escape, .character("q"), .backspace: return .close
        case .character("a"): return detail == nil ? .handled : .addNote
        case .character("p"): return detail == nil ? .handled : .writeQR
        case .character("y"): return detail.map { .copy($0.vehicle.id) } ?? .handled
        case .right, .character("l"): return .neighbor(1)
        case .left, .character("h"): return .neighbor(-1)
        case .mouse(let mouse): return scroll.isClosed(by: mouse, part: part) ? .close : .handled
        default: return scroll.handle(key) ? .handled : .ignored
        }
    }

    /// Adapts to the available area.
    mutating func resize(_ part: Rect) {
        let body = Self.body(of: part)
        scroll.resize(body.rows, extent: layout(in: body).extent)
    }

    /// Key hints of the sheet.
    static let hints = [
        KeyHint("p", "write the QR code as PNG", short: "PNG"),
        KeyHint("*", "toggle favorite", short: "favorite"),
        KeyHint("a", "add a note"),
        KeyHint("y", "copy the ID to the clipboard", short: "copy"),
        KeyHint("← → h l", "previous or next vehicle", short: "neighbors"),
        KeyHint("j k ↓ ↑", "scroll"),
        KeyHint("esc", "close (or click outside)", short: "close"),
    ]
}
