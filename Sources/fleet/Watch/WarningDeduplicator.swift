import FleetCore

/// What was said of the reading of a watched feed, which is said again only if it changes.
struct ToldNotes {
    private var notes: [String] = []

    /// What is to be said of a reading; nothing if it was said of the one before.
    mutating func news(in reading: ReadingReport) -> [String] {
        guard reading.notes != notes else { return [] }
        notes = reading.notes
        return notes
    }
}
