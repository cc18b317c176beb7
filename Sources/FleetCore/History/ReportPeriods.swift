/// The length of the periods that a report has indicators for.
public enum ReportBucket: String, CaseIterable, Sendable {
    /// The whole time of the report.
    case whole
    /// Days of the system's zone, which may have 23 or 25 hours.
    case day
    /// Hours from the start of a day; the last one of a day may be shorter.
    case hour
}

/// The buckets of a report, and the slices in each of them.
struct ReportPeriods {
    /// A day, or an hour in a report by hour, as far as it is in the report.
    struct Slice {
        let start: Int64
        let end: Int64
        /// The length of its whole day.
        let dayLength: Int64
        let bucket: Int
        /// Milliseconds in which the fleet is known.
        var covered: Int64 = 0
        /// Milliseconds in which the feed was polled and failed.
        var failed: Int64 = 0
    }

    var slices: [Slice] = []
    /// The time of each bucket.
    private(set) var buckets: [Range<Timestamp>] = []

    init(_ range: Range<Timestamp>, by bucket: ReportBucket, in zone: SystemTimeZone) {
        var day = LocalDay(at: range.lowerBound, in: zone)
        if bucket == .whole { buckets = [range] }
        while day.start(in: zone) < range.upperBound {
            let period = day.period(in: zone)
            let length = (period.upperBound - period.lowerBound).milliseconds
            let step = bucket == .hour ? 3_600_000 : max(1, length)
            var start = period.lowerBound.milliseconds
            while start < period.upperBound.milliseconds {
                let end = min(start + step, period.upperBound.milliseconds)
                let part = Timestamp(milliseconds: start)..<Timestamp(milliseconds: end)
                add(part.clamped(to: range), dayLength: length, isBucket: bucket != .whole)
                start = end
            }
            day = day.advanced(by: 1)
        }
    }

    private mutating func add(_ part: Range<Timestamp>, dayLength: Int64, isBucket: Bool) {
        guard !part.isEmpty else { return }
        if isBucket { buckets.append(part) }
        slices.append(
            Slice(
                start: part.lowerBound.milliseconds, end: part.upperBound.milliseconds,
                dayLength: dayLength, bucket: buckets.count - 1))
    }

    /// Returns whether the slice at an index is the last of its bucket.
    func endsBucket(_ index: Int) -> Bool {
        index + 1 == slices.count || slices[index + 1].bucket != slices[index].bucket
    }

    /// Returns the index of the slice at a time.
    func slice(at time: Int64) -> Int? {
        var (low, high) = (0, slices.count)
        while low < high {
            let middle = (low + high) / 2
            if slices[middle].end <= time { low = middle + 1 } else { high = middle }
        }
        return low < slices.count && slices[low].start <= time ? low : nil
    }
}
