import FleetCore

/// All that is known of one vehicle, and its QR code.
struct VehicleSheet: Sendable {
    /// What a key did that others have to carry out.
    enum Outcome: Equatable {
        case handled, ignored
        case close
        /// A note is to be written.
        case addNote
        /// The QR code is to be written to a file.
        case write
        /// The code is to be copied.
        case copy(String)
        /// The vehicle so many places on in the list is wanted.
        case neighbor(Int)
    }

    /// What is known of whether the vehicle is there.
    enum Presence: Equatable {
        case unread, present, absent
    }

    /// The vehicle's code, as it was asked for until it is found.
    private(set) var id: String
    private(set) var presence = Presence.unread
    private(set) var detail: VehicleDetail?
    /// Its row in the store.
    private(set) var row: Int64?
    private(set) var notes: [Note] = []
    private(set) var lines: [DetailLine] = []
    /// The names of what changed with the last snapshot.
    private(set) var changed: Set<String> = []
    private(set) var symbol: SymbolPicture?
    /// What its sensors told since it was opened.
    private(set) var courses = MeasurementCourses()
    var pictures: [SheetPicture] = []
    var pictureSubject: PictureSubject?
    private(set) var scroll = SheetScroll()

    init(id: String) {
        self.id = id
    }

    /// Takes what was found, of a newer snapshot too; a vehicle that has gone stays shown as it was.
    mutating func update(_ found: FoundVehicle?, style: TableStyle, sites: SiteRoll?) {
        presence = found == nil ? .absent : .present
        row = found?.row
        guard let found else { return }
        let detail = found.detail
        notes = found.notes
        let new = lines(of: detail, style, sites)
        if let old = self.detail, old.vehicle.id == detail.vehicle.id {
            if old.vehicle != detail.vehicle {
                changed = differences(from: new)
            } else if old.fetchedAt != detail.fetchedAt {
                changed = []
            }
        } else {
            symbol = SymbolPicture(detail.vehicle.id)
            (changed, courses) = ([], MeasurementCourses())
        }
        courses.add(detail.vehicle.measurements)
        (self.detail, id, lines) = (detail, detail.vehicle.id, new)
    }

    /// The ages go on, and sites become known.
    mutating func tick(style: TableStyle, sites: SiteRoll?) {
        if let detail { lines = lines(of: detail, style, sites) }
    }

    /// What is known, then the notes, line by line.
    private func lines(
        of detail: VehicleDetail, _ style: TableStyle, _ sites: SiteRoll?
    ) -> [DetailLine] {
        detail.lines(style: style).map { line in
            guard line.name == "station", let id = detail.vehicle.stationID,
                let name = sites?[id]?.name
            else { return line }
            return DetailLine(name: line.name, value: "\(id.limited) · \(name.limited)")
        }
            + notes.flatMap { note in
                note.lines.enumerated().map { place, line in
                    DetailLine(
                        name: place == 0 ? "note \(note.number)" : "", value: String(line))
                }
            }
    }

    /// What a newer snapshot says differently, its own time apart.
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
        case .character("p"): return detail == nil ? .handled : .write
        case .character("y"): return detail.map { .copy($0.vehicle.id) } ?? .handled
        case .right, .character("l"): return .neighbor(1)
        case .left, .character("h"): return .neighbor(-1)
        case .mouse(let mouse): return scroll.isClosed(by: mouse, part: part) ? .close : .handled
        default: return scroll.handle(key) ? .handled : .ignored
        }
    }

    /// Takes the room that there is.
    mutating func resize(_ part: Rect) {
        let body = Self.body(of: part)
        scroll.resize(body.rows, extent: layout(in: body).extent)
    }

    /// What its keys do.
    static let hints = [
        KeyHint("p", "write the QR code as PNG", short: "PNG"),
        KeyHint("*", "keep as a favorite, or no longer", short: "favorite"),
        KeyHint("a", "write a note about it"),
        KeyHint("y", "copy the code to the clipboard", short: "copy"),
        KeyHint("← → h l", "the vehicle before, the one after", short: "neighbors"),
        KeyHint("j k ↓ ↑", "scroll"),
        KeyHint("esc", "close; so does a click outside", short: "close"),
    ]
}
