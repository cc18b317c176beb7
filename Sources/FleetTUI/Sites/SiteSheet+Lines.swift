import FleetCore

extension SiteSheet {
    /// A fact of the site, as a line of the monitor.
    struct Fact: Equatable {
        let name: String
        let value: String
        var ink = Ink.text
        /// How full something is, drawn as a bar; 0...1.
        var share: Double?
    }

    /// What is known beside what the sensors tell.
    func facts(_ look: SiteSheetLook) -> [Fact] {
        guard let site else { return [] }
        let reported = site.lastReported.map(look.words(of:))
        return [
            Fact(name: "id", value: site.id),
            site.position.map { Fact(name: "position", value: ShortText.position($0)) },
            site.address.map { Fact(name: "address", value: $0) },
            vehicles(of: site),
            site.docksAvailable.map { Fact(name: "free docks", value: ShortCount.grouped($0)) },
            condition(of: site),
            reported.map { Fact(name: "last reported", value: $0) },
        ].compactMap(\.self)
    }

    /// How many lines there are.
    var rows: Int {
        site == nil ? 2 : sensorRows + 1 + facts(SiteSheetLook()).count
    }

    /// How many lines tell of the sensors, which come first.
    var sensorRows: Int {
        let count = site?.measurements.count ?? 0
        return count == 0 ? 1 : 1 + count
    }

    /// How many vehicles are there, of how many that have room.
    private func vehicles(of site: Site) -> Fact? {
        guard vehicles != nil || site.capacity != nil else { return nil }
        var words = vehicles.map(ShortCount.grouped) ?? "?"
        if let capacity = site.capacity { words += " of \(ShortCount.grouped(capacity))" }
        if let disabled = site.vehiclesDisabled, disabled > 0 {
            words += ", \(ShortCount.grouped(disabled)) out of service"
        }
        return Fact(name: "vehicles", value: words, share: Self.share(vehicles, of: site.capacity))
    }

    private static func share(_ count: Int?, of capacity: Int?) -> Double? {
        guard let count, let capacity, capacity > 0 else { return nil }
        return min(max(Double(count) / Double(capacity), 0), 1)
    }

    /// What people can do there.
    private func condition(of site: Site) -> Fact? {
        let words = [
            site.isInstalled == false ? "not in place" : nil,
            site.isRenting.map { $0 ? "hands out" : "hands out nothing" },
            site.isReturning.map { $0 ? "takes back" : "takes back nothing" },
        ].compactMap(\.self)
        guard !words.isEmpty else { return nil }
        let isOpen = ![site.isInstalled, site.isRenting, site.isReturning].contains(false)
        return Fact(
            name: "service", value: words.joined(separator: " · "), ink: isOpen ? .good : .warning)
    }
}

/// What the monitor is drawn with.
struct SiteSheetLook {
    var now = Timestamp(milliseconds: 0)
    /// When the snapshot was received.
    var fetchedAt: Timestamp?
    /// Whether a newer snapshot was wanted and could not be had.
    var isStale = false
    var localTime: @Sendable (Timestamp) -> String = { _ in "" }
    /// What is said while nothing was read.
    var waiting = ""

    /// A time, with its age if it has a short one.
    func words(of time: Timestamp) -> String {
        guard time.isWritable else { return "?" }
        let age = ShortText.age(of: time, now: now)
        return localTime(time) + (age.map { " (\($0))" } ?? "")
    }
}
