import FleetCore
import FleetSQL
import FleetService

/// How many vehicles of a source are published as GBFS, and why others are not.
struct PublicationReport {
    private var (total, published) = (0, 0)
    private var omitted: [PublicationRule.Omission: Int] = [:]
    private var types = PublishedTypes()

    /// Reads all vehicles of a source.
    init(_ source: PolledSource, _ info: SnapshotInfo, in reader: any SnapshotReader) throws {
        let rule = try PublicationRule(source, info, in: reader)
        try reader.forEachVehicle(.everything, of: source.vehicles) { vehicle in
            total += 1
            do throws(PublicationRule.Omission) {
                types.add(try rule.published(vehicle), named: nil)
                published += 1
            } catch {
                omitted[error, default: 0] += 1
            }
        }
    }

    /// The report in words.
    var text: String {
        let reasons = PublicationRule.Omission.allCases.compactMap { reason in
            omitted[reason].map { reason.text(ShortText.grouped($0)) }
        }
        let (published, total) = (ShortText.grouped(published), ShortText.grouped(total))
        var sentences = [localized("GBFS has \(published) of \(total) vehicles.")]
        if !reasons.isEmpty {
            sentences.append(localized("Left out: \(reasons.joined(separator: ", "))."))
        }
        if !types.isComplete {
            sentences.append(
                localized(
                    """
                    It has no types, because a vehicle lacks a form factor, a propulsion type, or \
                    with a motor a range.
                    """))
        }
        return sentences.joined(separator: " ")
    }
}

extension PublicationRule.Omission {
    /// - Parameter count: The number of vehicles.
    fileprivate func text(_ count: String) -> String {
        switch self {
        case .unavailable: localized("\(count) not available")
        case .unknownState: localized("\(count) with an unknown state")
        case .noLocation: localized("\(count) without a location")
        case .hiddenLocation: localized("\(count) because no location is published")
        case .invalidID: localized("\(count) with an ID that GBFS does not allow")
        }
    }
}
