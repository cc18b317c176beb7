extension Collection where Element == Double {
    /// Arithmetic mean; 0 if empty.
    var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

    /// Returns a percentile by the nearest-rank method; 0 if empty.
    func percentile(_ percent: Int) -> Double {
        guard !isEmpty else { return 0 }
        let rank = (count * percent + 99) / 100
        return sorted()[Swift.min(Swift.max(rank, 1), count) - 1]
    }
}
