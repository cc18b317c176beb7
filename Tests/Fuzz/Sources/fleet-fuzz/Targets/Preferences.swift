import FleetCore
import Foundation

@testable import FleetSettings

/// Parses the preferences, and writes them after a change and without one.
func fuzzPreferences(_ bytes: [UInt8]) {
    guard let read = try? Preferences(document: Data(bytes), folder: "/home/user") else { return }
    let unchanged = rewritten(read, since: read)
    require(unchanged?.sources == read.sources, "the sources change when they are written")
    require(unchanged?.defaultSource == read.defaultSource, "the default source changes")
    for uuid in read.sources.values.compactMap(\.uuid) {
        require(unchanged?.colors(of: uuid) == read.colors(of: uuid), "the filter changes")
    }

    var changed = read
    let names = read.sourceNames
    if let first = names.first { _ = changed.remove(first) }
    let written = rewritten(changed, since: read)
    require(written?.sources == changed.sources, "a removed source comes back")
}

/// Returns the preferences as they are read after they were written.
private func rewritten(_ preferences: Preferences, since old: Preferences) -> Preferences? {
    // Numbers that JSONSerialization cannot write are an error of the user.
    guard let data = try? preferences.encoded(replacing: old) else { return preferences }
    guard let read = try? Preferences(document: data, folder: "/home/user") else {
        fatalError("written preferences cannot be read")
    }
    return read
}
