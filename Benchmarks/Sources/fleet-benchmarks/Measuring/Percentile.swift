extension Collection where Element == Double {
    /// The sum divided by the count; 0 of none.
    var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

    /// The least value that is no less than so many percent of them, by the nearest rank; 0 of none.
    func percentile(_ percent: Int) -> Double {
        guard !isEmpty else { return 0 }
        let rank = (count * percent + 99) / 100
        return sorted()[Swift.min(Swift.max(rank, 1), count) - 1]
    }
}
