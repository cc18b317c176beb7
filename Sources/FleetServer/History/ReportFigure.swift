import FleetCore
import FleetSQL

/// Some indicators of a report over time: a picture, and the same values as a table.
struct ReportFigure: Sendable {
    /// An indicator in the picture.
    struct Series: Sendable {
        /// Its number in the picture.
        var style: String
        var label: String
        /// The name of the standard.
        var name: String
        /// The value of the whole time.
        var total: String
    }

    struct Row: Sendable {
        var time: String
        var values: [String]
        var coverage: String
        /// Share of the polled time.
        var availability: String
    }

    /// Rows of a table; files have all.
    private static let maxRows = 200

    var title: String
    /// Absent if no value is known.
    var chart: Chart?
    var series: [Series]
    var rows: [Row]
    /// A note about rows that are not in the table.
    var moreText: String?
    /// Why values are estimated or left out; absent without a reason.
    var reasons: String?

    /// Creates a figure.
    /// - Parameters:
    ///   - indicators: Those of the picture, in its order.
    ///   - group: The group of vehicles.
    fileprivate init(
        _ title: String, _ indicators: [ReportIndicator], of report: HistoryReport, group: String?
    ) {
        self.title = title
        let values = Values(report.indicators, group: group)
        let totals = Values(report.total, group: group)
        series = indicators.enumerated().map { index, indicator in
            Series(
                style: "s\(index + 1)", label: indicator.label, name: indicator.rawValue,
                total: totals.rows.first?.values[indicator]?.text ?? "-")
        }
        let shown = values.rows.map { row in indicators.map { row.values[$0] } }
        chart = Self.chart(title, indicators, values, report)
        let timeText = report.indicators.bucketText(in: report.zone)
        rows = zip(values.rows, shown).prefix(Self.maxRows).map { row, values in
            Row(
                time: timeText(row.bucket.lowerBound), values: values.map { $0?.text ?? "-" },
                coverage: ShortText.percent(ofShare: row.coverage),
                availability: row.availability.map(ShortText.percent(ofShare:)) ?? "–")
        }
        if values.rows.count > Self.maxRows {
            let count = ShortText.grouped(Self.maxRows)
            moreText = localized("The first \(count) rows; the files below have all.")
        }
        let reasons = Set(shown.joined().compactMap { $0?.reason })
        let texts = FleetReport.Reason.allCases.filter(reasons.contains).map(\.text.sentence)
        self.reasons = texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    private static func chart(
        _ title: String, _ indicators: [ReportIndicator], _ values: Values, _ report: HistoryReport
    ) -> Chart? {
        let series = indicators.map { indicator in
            values.rows.compactMap { row -> Chart.Step? in
                guard let value = row.values[indicator], let number = value.value else {
                    return nil
                }
                return Chart.Step(
                    time: row.bucket, value: number, isEstimated: value.isEstimated)
            }
        }
        let numbers = series.joined().map(\.value)
        guard let low = numbers.min(), let high = numbers.max() else { return nil }
        let (from, to) = (ShortText.rounded(low), ShortText.rounded(high))
        let text = localized("\(title): from \(from) to \(to)")
        let axis = ValueAxis(
            from0To: numbers, isPercent: indicators.allSatisfy { $0.unit == "percent" })
        if report.hasFewDays {
            let columns = values.rows.compactMap { row -> (String, [(Double, Bool)?])? in
                let found = indicators.map { indicator in
                    row.values[indicator].flatMap { value in
                        value.value.map { ($0, value.isEstimated) }
                    }
                }
                guard found.contains(where: { $0 != nil }) else { return nil }
                return (LocalDay(at: row.bucket.lowerBound, in: report.zone).text, found)
            }
            return Chart(text, columns: columns, axis: axis)
        }
        let period = report.knownPeriod
        return Chart(
            text, series: series, axis: axis, period: period, unknown: values.unknown,
            times: report.axisTimes(of: period))
    }

    /// Returns all figures of a report.
    static func all(_ report: HistoryReport, group: String?) -> [ReportFigure] {
        let all: [(String, [ReportIndicator])] = [
            (
                localized("Vehicles in the public space"),
                [.inPublicSpace, .available, .reserved, .nonOperational]
            ),
            (localized("Vehicles with a trip"), [.active]),
            (localized("Trips"), [.trips]),
            (localized("Trips of each vehicle in a day"), [.tripsPerVehicle]),
            (localized("Use of the vehicles"), [.idlePercent, .activePercent]),
            (
                localized("Parked for long"),
                [.parked1Day, .parked3Days, .parked7Days, .parked14Days]
            ),
            (
                localized("Out of service for long"),
                [.nonOperational24Hours, .nonOperational7Days]
            ),
        ]
        return all.map { ReportFigure($0, $1, of: report, group: group) }
    }
}

extension ReportFigure {
    /// The values of one group by time.
    struct Values {
        struct Row {
            let bucket: Range<Timestamp>
            let coverage: Double
            let availability: Double?
            var values: [ReportIndicator: FleetReport.Value]
        }

        /// Oldest first.
        private(set) var rows: [Row] = []

        init(_ report: FleetReport, group: String?) {
            for value in report.values where value.group == group {
                if rows.last?.bucket != value.bucket {
                    rows.append(
                        Row(
                            bucket: value.bucket, coverage: value.coverage,
                            availability: value.availability, values: [:]))
                }
                rows[rows.count - 1].values[value.indicator] = value
            }
        }

        /// The times that are not known completely.
        var unknown: [(time: Range<Timestamp>, share: Double)] {
            rows.filter { $0.coverage < 0.999 }.map { ($0.bucket, 1 - $0.coverage) }
        }
    }
}

extension HistoryReport {
    /// Days with values from which on a picture has lines instead of columns.
    static let minLineDays = 4

    /// The times with values, oldest first.
    private var knownBuckets: [Range<Timestamp>] {
        var buckets: [Range<Timestamp>] = []
        for value in indicators.values where value.value != nil && value.bucket != buckets.last {
            buckets.append(value.bucket)
        }
        return buckets
    }

    /// Whether there are values of a few days only, of which a line would be a dash or a thin step.
    var hasFewDays: Bool {
        let buckets = knownBuckets
        guard let first = buckets.first, buckets.count < Self.minLineDays else { return false }
        return first.upperBound - first.lowerBound > .seconds(7200)
    }

    /// The time from the first to the last value, so that a young history fills the picture.
    fileprivate var knownPeriod: Range<Timestamp> {
        let buckets = knownBuckets
        guard let first = buckets.first, let last = buckets.last,
            first.lowerBound < last.upperBound
        else { return range }
        return first.lowerBound..<last.upperBound
    }

    /// Returns three times of the axis of time.
    fileprivate func axisTimes(of period: Range<Timestamp>) -> [String] {
        let middle = period.lowerBound + (period.upperBound - period.lowerBound) / 2
        let isLong = period.upperBound - period.lowerBound > .seconds(3 * 86_400)
        return [period.lowerBound, middle, period.upperBound].map { time in
            isLong ? LocalDay(at: time, in: zone).text : zone.clock(time)
        }
    }
}

extension FleetReport {
    /// Returns a function from the start of a bucket to its text: a day, or a time.
    fileprivate func bucketText(in zone: SystemTimeZone) -> (Timestamp) -> String {
        let isHour = values.first.map { $0.bucket.upperBound - $0.bucket.lowerBound } ?? .zero
        return isHour > .seconds(7200)
            ? { LocalDay(at: $0, in: zone).text } : { zone.clock($0) }
    }
}

extension ReportIndicator {
    /// Its name for people.
    var label: String {
        switch self {
        case .inPublicSpace: localized("in the public space")
        case .deployed: localized("deployed")
        case .available: localized("available")
        case .reserved: localized("reserved")
        case .nonOperational: localized("out of service")
        case .active: localized("with a trip")
        case .idlePercent: localized("idle, of the time")
        case .activePercent: localized("with a trip, of the vehicles")
        case .trips: localized("trips")
        case .tripsPerVehicle: localized("trips of each vehicle in a day")
        case .parked1Day: localized("parked longer than 1 day")
        case .parked3Days: localized("parked longer than 3 days")
        case .parked7Days: localized("parked longer than 7 days")
        case .parked14Days: localized("parked longer than 14 days")
        case .nonOperational24Hours: localized("out of service longer than 24 hours")
        case .nonOperational7Days: localized("out of service longer than 7 days")
        }
    }

    /// Its unit for people.
    var unitLabel: String {
        switch unit {
        case "percent": "%"
        case "trips": localized("trips")
        case "trips_per_day": localized("trips a day")
        default: localized("vehicles")
        }
    }
}
