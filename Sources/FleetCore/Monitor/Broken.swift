/// A rule that is broken, with the words for it.
struct Broken: Equatable {
    /// What is wrong, in one sentence without a full stop.
    var problem: String
    /// The time since when, if that is before the reading.
    var since: Timestamp?
    /// The vehicles, or the places.
    var sample = FeedObservation.Sample()

    /// Returns the finding of a rule in a feed of a format.
    func finding(of rule: CheckRule, in format: String) -> CheckFinding {
        let (document, field) = Self.place(of: rule, in: format)
        var finding = CheckFinding(
            rule, in: document, at: "", problem: problem,
            section: "\(format), \(document).json" + (field.map { ", " + $0 } ?? ""))
        if sample.count > 0 { finding.add(sample) } else { finding.add(.init(path: "")) }
        return finding
    }

    /// Returns the document that a rule is about, and the field of the specification.
    private static func place(
        of rule: CheckRule, in format: String
    ) -> (document: String, field: String?) {
        let isOfMDS = format.hasPrefix("MDS")
        // GBFS 1.0 has no version.
        let isOld = GBFSNumber(format)?.isBefore(3) ?? (format == "GBFS")
        let document =
            !format.hasPrefix("GBFS") ? "vehicles" : isOld ? "free_bike_status" : "vehicle_status"
        let id = isOfMDS ? "device_id" : document == "free_bike_status" ? "bike_id" : "vehicle_id"
        let field: String? =
            switch rule {
            case .lastUpdatedStuck, .dataFrozen: "last_updated"
            case .ttlNotHonoured: "ttl"
            case .idsAlwaysRotate, .idsNeverRotate: id
            case .typesChange: isOfMDS ? "vehicle_type" : "vehicle_type_id"
            case .tripWithoutEnd: isOfMDS ? "vehicle_state" : "is_reserved"
            case .teleport, .outsideZone, .placeMissing: isOfMDS ? "location" : "lat"
            default: nil
            }
        return (document, field)
    }
}

/// The version of a format such as `GBFS 2.3`.
struct GBFSNumber: Equatable {
    private let major: Int

    init?(_ format: String) {
        guard format.hasPrefix("GBFS "), let digit = format.dropFirst(5).first,
            let number = digit.wholeNumberValue
        else { return nil }
        major = number
    }

    func isBefore(_ version: Int) -> Bool { major < version }
}
