extension SiteStatus {
    /// Returns the known values as phrases on one line, for screen readers, such as
    /// `Depot Nord, 3 of 10 vehicles, ALARM smoke, 1.2 km west`; safe for a terminal.
    ///
    /// - Parameter origin: The position that distance and direction are from, `nil` to leave them
    ///   out.
    public func description(from origin: Position?) -> String {
        let name = site.name.flatMap { $0.isEmpty ? nil : $0 } ?? site.id
        var phrases = [TerminalText.limited(name)]
        if let service = site.serviceText { phrases.append(service) }
        switch (vehicles, site.capacity) {
        case (let count?, let capacity?): phrases.append("\(count) of \(capacity) vehicles")
        case (let count?, nil): phrases.append(ShortText.count(count, "vehicle"))
        case (nil, let capacity?):
            phrases.append("room for \(ShortText.count(capacity, "vehicle"))")
        case (nil, nil): break
        }
        if let docks = site.docksAvailable { phrases.append(ShortText.count(docks, "free dock")) }
        phrases += site.measurements.map { measurement in
            (measurement.state == .alarm ? "ALARM " : "")
                + "\(measurement.quantity.label) \(measurement.text)"
        }
        if let origin, let position = site.position { phrases.append(origin.way(to: position)) }
        return phrases.joined(separator: ", ")
    }
}
