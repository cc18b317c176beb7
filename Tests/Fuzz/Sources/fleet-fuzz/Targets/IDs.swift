import Foundation

@testable import FleetCore
@testable import FleetOutput

/// Reads a file of IDs, as lines and as a column of a CSV file.
func fuzzIDs(_ bytes: [UInt8]) {
    guard (try? Data(bytes).write(to: file)) != nil else { fatalError("cannot write \(file.path)") }
    for column in [nil, "vehicle_id"] {
        guard let file = opened(column) else { continue }
        let first = ids(of: file)
        require(first?.contains([]) != true, "an ID is empty")
        require(first == ids(of: file), "a second reading differs")
    }
}

private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("fleet-fuzz-\(ProcessInfo.processInfo.processIdentifier)")

/// Opens the file; `nil` after an error about its header.
private func opened(_ column: String?) -> IDFile? {
    do {
        return try IDFile(file.path, column: column)
    } catch {
        require(error is CommandError, "an error has no message: \(error)")
        return nil
    }
}

/// Returns the IDs; `nil` after an error.
private func ids(of file: IDFile) -> [[UInt8]]? {
    var ids: [[UInt8]] = []
    do {
        try file.forEachID { id, _ in ids.append(id) }
        return ids
    } catch {
        require(error is CommandError, "an error has no message: \(error)")
        return nil
    }
}
