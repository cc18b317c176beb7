extension Collection where Element == Double {
    /// Middle value, or the mean of the two middle ones; 0 if empty.
    var median: Double {
        guard !isEmpty else { return 0 }
        let values = sorted()
        let middle = values.count / 2
        return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
    }
}

extension Usage {
    /// Returns the median of each quantity over several runs.
    static func median(of runs: [Usage]) -> Usage {
        Usage(
            cpu: runs.map(\.cpu).median, wall: runs.map(\.wall).median,
            peak: runs.map(\.peak).median)
    }
}
