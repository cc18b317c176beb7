import FleetCore
import JSON

/// Reader of `system_alerts.json` (`data.alerts`).
struct SystemAlertsDocument: SideDocument {
    let name = DocumentName.alerts
    var content: WritableKeyPath<SideDocuments, [SystemAlert]?> { \.alerts }
    let minFreshness = Duration.seconds(60)

    /// Maximum number of alerts, and length of a text in bytes.
    private static let (maxAlerts, maxTextLength) = (200, 4000)

    private static let scan = ListScan(
        lists: ["data.alerts", "alerts"],
        fields: [
            "alert_id", "type", "times", "station_ids", "region_ids", "url", "summary",
            "description",
        ])

    /// Parses the document; skips alerts without text.
    ///
    /// - Throws: A failure at `location`; `noList` if the document has no list of alerts.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<[SystemAlert]> {
        try Self.scan.elements(
            of: bytes, at: location, maxCount: Self.maxAlerts,
            otherwise: .content(.noList(of: "alerts")),
            Self.alert)
    }

    private static func alert(_ row: JSONRow) -> SystemAlert? {
        let (summary, full) = (text(row[6]), text(row[7]))
        guard let shown = summary ?? full else { return nil }
        var alert = SystemAlert(id: String(lenient: row[0]) ?? "\(row.index + 1)", summary: shown)
        alert.type = String(lenient: row[1]).map {
            ASCIICase.lowercased($0).replacing("_", with: " ")
        }
        alert.times = (JSONValue(row[2])?.array?.prefix(100) ?? []).map {
            SystemAlert.Period(
                start: Timestamp(lenient: $0["start"]), end: Timestamp(lenient: $0["end"]))
        }
        alert.stationIDs = ids(row[3])
        alert.regionIDs = ids(row[4])
        alert.link = String(link: row[5])
        alert.text = full == shown ? nil : full
        return alert
    }

    private static func text(_ field: JSONField) -> String? {
        String(localized: field).map { text in
            text.utf8.count <= maxTextLength
                ? text : String(text.unicodeScalars.prefix(maxTextLength / 4)) + "…"
        }
    }

    private static func ids(_ field: JSONField) -> [String] {
        (JSONValue(field)?.array?.prefix(1000) ?? []).compactMap(String.init(lenient:))
    }
}
