import FleetCore

extension SiteSheet {
    /// Detail of the site, as a line of the sheet.
    struct Detail: Equatable {
        let name: String
        let value: String
        var color = ColorRole.text
        /// Occupancy, drawn as a bar; 0...1.
        var share: Double?
    }

    /// Returns the details of the site other than its sensors.
    func details(_ context: SiteSheetRenderContext) -> [Detail] {
        guard let site else { return [] }
        let reported = site.lastReported.map(context.text(for:))
        return [
            Detail(name: "id", value: site.id),
            site.position.map { Detail(name: "location", value: ShortText.position($0)) },
            site.address.map { Detail(name: "address", value: $0) },
            vehicles(of: site),
            site.docksAvailable.map { Detail(name: "free docks", value: ShortCount.grouped($0)) },
            service(of: site),
            reported.map { Detail(name: "last reported", value: $0) },
        ].compactMap(\.self)
    }

    /// Number of lines.
    var rows: Int {
        site == nil ? 2 : sensorRows + 1 + details(SiteSheetRenderContext()).count
    }

    /// Number of lines for the sensors, which come first.
    var sensorRows: Int {
        let count = site?.measurements.count ?? 0
        return count == 0 ? 1 : 1 + count
    }

    /// Returns the number of vehicles and the capacity.
    private func vehicles(of site: Site) -> Detail? {
        guard vehicles != nil || site.capacity != nil else { return nil }
        var text = vehicles.map(ShortCount.grouped) ?? "?"
        if let capacity = site.capacity { text += " of \(ShortCount.grouped(capacity))" }
        if let disabled = site.vehiclesDisabled, disabled > 0 {
            text += ", \(ShortCount.grouped(disabled)) out of service"
        }
        return Detail(name: "vehicles", value: text, share: Self.share(vehicles, of: site.capacity))
    }

    private static func share(_ count: Int?, of capacity: Int?) -> Double? {
        guard let count, let capacity, capacity > 0 else { return nil }
        return min(max(Double(count) / Double(capacity), 0), 1)
    }

    /// Returns whether the site is installed, rents vehicles and accepts returns.
    private func service(of site: Site) -> Detail? {
        let parts = [
            site.isInstalled == false ? "not installed" : nil,
            site.isRenting.map { $0 ? "renting" : "not renting" },
            site.isReturning.map { $0 ? "accepting returns" : "not accepting returns" },
        ].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        let isOpen = ![site.isInstalled, site.isRenting, site.isReturning].contains(false)
        return Detail(
            name: "service", value: parts.joined(separator: " · "), color: isOpen ? .good : .warning
        )
    }
}

/// Data that the site sheet is drawn with.
struct SiteSheetRenderContext {
    var now = Timestamp(milliseconds: 0)
    /// Time at which the snapshot was fetched.
    var fetchedAt: Timestamp?
    /// Whether the last attempt to load a newer snapshot failed.
    var isStale = false
    var localTime: @Sendable (Timestamp) -> String = { _ in "" }
    /// Text that is shown until the sites are loaded.
    var loadingText = ""

    /// Returns a time, with its age if it is recent.
    func text(for time: Timestamp) -> String {
        guard time.isWritable else { return "?" }
        let age = ShortText.age(of: time, now: now)
        return localTime(time) + (age.map { " (\($0))" } ?? "")
    }
}
