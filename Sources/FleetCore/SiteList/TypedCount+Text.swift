extension Site {
    /// The IDs of the types that it counts, available or not.
    var typeIDs: [String] {
        ((vehiclesByType ?? []) + (docksByType ?? [])).flatMap(\.typeIDs)
    }
}

extension FeedDescription {
    /// Returns counts in words, without those of zero, such as `3 E-Scooter, 1 Cargo bike`; `nil` if
    /// none is left.
    public func text(of counts: [TypedCount]?) -> String? {
        let parts = (counts ?? []).filter { $0.count > 0 }.map { typed in
            let types = typed.typeIDs.map {
                typeName(ofType: $0, formFactor: typeFormFactors?[$0]) ?? $0
            }
            return ShortText.grouped(typed.count) + " " + types.joined(separator: "/")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns a number with the counts by type that it consists of, such as
    /// `4 (3 E-Scooter, 1 Cargo bike)`; `nil` if all are unknown.
    public func text(of total: Int?, _ counts: [TypedCount]?) -> String? {
        switch (total.map(ShortText.grouped), text(of: counts)) {
        case (let total?, let counts?): "\(total) (\(counts))"
        case (let total, let counts): total ?? counts
        }
    }
}

extension FieldValue {
    /// Creates the value of counts: objects as in GBFS, or as text `hopper:3 cargo:1`; the types of
    /// docks for several are joined by `+`.
    /// - Parameter isForDocks: Whether a count may have several types.
    init(_ counts: [TypedCount]?, isForDocks: Bool = false) {
        guard let counts else { self = .absent; return }
        let objects = counts.map { typed in
            var object = JSONObjectWriter()
            if isForDocks {
                object.add("vehicle_type_ids", .texts(typed.typeIDs))
            } else {
                object.add("vehicle_type_id", .init(typed.typeIDs.first))
            }
            object.add("count", .number(Double(typed.count)))
            return object
        }
        let texts = counts.map { "\($0.typeIDs.joined(separator: "+")):\($0.count)" }
        self = .objects(objects, text: texts.joined(separator: " "))
    }
}
