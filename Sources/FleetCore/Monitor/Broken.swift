/// A rule that is broken, with the words for it.
struct Broken: Equatable {
    /// The problem in one sentence, without a full stop.
    var problem: String
    /// The time since when, if that is before the reading.
    var since: Timestamp?
    /// The vehicles, or the places.
    var sample = FeedObservation.Sample()

    /// Returns the finding of a rule in a feed of a format.
    func finding(of rule: CheckRule, in format: String) -> CheckFinding {
        let names = FeedFormat(format).names
        let field = names.field(of: rule)
        var finding = CheckFinding(
            rule, in: names.document, at: "", problem: problem,
            section: "\(format), \(names.document).json" + (field.map { ", " + $0 } ?? ""))
        if sample.count > 0 { finding.add(sample) } else { finding.add(.init(path: "")) }
        return finding
    }
}

extension FeedFormat.Names {
    /// Returns the field that a rule is about.
    fileprivate func field(of rule: CheckRule) -> String? {
        switch rule {
        case .time.lastUpdatedStuck, .time.dataFrozen: "last_updated"
        case .time.ttlNotHonoured: "ttl"
        case .time.idsAlwaysRotate, .time.idsNeverRotate: id
        case .time.typesChange: type
        case .time.tripWithoutEnd: trip
        case .time.teleport, .time.outsideZone, .time.placeMissing: location
        default: nil
        }
    }
}
