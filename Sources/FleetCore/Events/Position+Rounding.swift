extension Position {
    /// Returns whether two positions may be the same one, rounded to two or three decimals.
    ///
    /// A position between two steps of such coordinates is rounded to one or the other, and a step
    /// is up to a kilometre. Exact coordinates that happen to be this round are too rare to matter.
    func isRounded(like other: Position) -> Bool {
        for scale in [100.0, 1000.0] where isRounded(to: scale) && other.isRounded(to: scale) {
            return abs(latitude - other.latitude) * scale < 1.5
                && abs(longitude - other.longitude) * scale < 1.5
        }
        return false
    }

    private func isRounded(to scale: Double) -> Bool {
        let digits = (latitude * scale, longitude * scale)
        return abs(digits.0 - digits.0.rounded()) < 1e-6
            && abs(digits.1 - digits.1.rounded()) < 1e-6
    }
}
