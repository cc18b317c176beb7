import FleetCore

/// Values of the open vehicle that were printed last, to print those that change.
struct ShownVehicle: Equatable {
    /// Lines that change with every request, or with time alone.
    private static let times: Set = ["last reported", "still since", "updated", "fetched", "stale"]

    let id: String
    let isPresent: Bool
    private let values: [Value]

    private struct Value: Equatable {
        let name: String
        let text: String
    }

    init(_ sheet: VehicleSheet) {
        id = sheet.id
        isPresent = sheet.presence == .present
        values = sheet.lines.compactMap { line in
            let isNote = line.name.isEmpty || line.name.hasPrefix("note ")
            guard !isNote, !Self.times.contains(line.name) else { return nil }
            // The name of a station follows its ID once the sites are loaded.
            let end = line.name == "station" ? line.value.firstRange(of: " · ")?.lowerBound : nil
            return Value(
                name: line.name, text: String(line.value[..<(end ?? line.value.endIndex)]))
        }
    }

    /// Returns a line for each value that differs from an earlier one of the same vehicle.
    func changes(since old: ShownVehicle) -> [String] {
        guard isPresent else {
            return old.isPresent ? ["\(id.limited) is missing from the feed."] : []
        }
        let back = old.isPresent ? [] : ["\(id.limited) is in the feed again."]
        let before = Dictionary(old.values.map { ($0.name, $0.text) }) { first, _ in first }
        let now = Set(values.map(\.name))
        return back
            + values.filter { before[$0.name] != $0.text }.map { value in
                let was = before[value.name].map { ", before \($0)" } ?? ""
                return "\(id.limited), \(value.name): \(value.text)\(was)"
            }
            + old.values.filter { !now.contains($0.name) && $0.name != "missing" }.map { value in
                "\(id.limited), \(value.name): unknown, before \(value.text)"
            }
    }
}

extension PlainBrowser {
    /// Prints the values of the open vehicle that a snapshot has changed.
    mutating func reportVehicle() {
        guard let old = shownVehicle else { return }
        guard case .vehicle = browser.router.current, let sheet = browser.vehicleSheet,
            sheet.id == old.id
        else { return shownVehicle = nil }
        guard answer != .vehicle, sheet.presence != .unknown else { return }
        let new = ShownVehicle(sheet)
        say(new.changes(since: old))
        shownVehicle = new
    }
}
