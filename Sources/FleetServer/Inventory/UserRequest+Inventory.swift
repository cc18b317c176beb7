import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Synchronization

extension UserRequest {
    /// Returns the imported rows of a source, and the source.
    /// - Throws: `Problem` (409) for a source without them.
    func inventory(
        of source: PolledSource
    ) throws(Problem) -> (rows: InventoryCollection, source: PolledSource) {
        guard source.source.location == .inventory, let tables = environment.options.tables else {
            throw Problem(
                .conflict, "The rows of \(source.name) are not imported.",
                hint: "Rows can be changed here after a table was imported.")
        }
        let rows = access.inventory(of: source.uuid, source.name, source.source.table, by: tables)
        return (rows, source)
    }
}

extension UserRequest {
    /// Returns the number of a version of rows.
    /// - Throws: `Problem` (404) for another text.
    func revision() throws -> Int64 {
        guard let revision = Int64(try parameter("revision")) else { throw Problem.notFound }
        return revision
    }
}

extension UserRequest {
    /// - Throws: `Problem` (428) for a change of all rows that does not name their revision;
    ///   ``InventoryError/changed`` if it names another one.
    func requireIfMatch(_ content: InventoryCollection.Content) throws {
        guard headers[.ifMatch] != nil else {
            throw Problem(
                .preconditionRequired, "The field If-Match is missing.",
                hint: "Send the ETag of the rows that are changed.")
        }
        guard ifMatchNames(content.revision) else { throw InventoryError.changed }
    }
}

extension QueryItems {
    /// Returns the revision of the rows that the person saw.
    /// - Throws: ``InventoryError/changed`` without one.
    func rowRevision() throws(InventoryError) -> Int64 {
        guard let revision = self["revision"].flatMap({ Int64($0) }) else { throw .changed }
        return revision
    }
}

extension PolledSource {
    /// Reads changed rows again, so that pages and programs see them; a failure is in the state of
    /// the source.
    func readRows(in environment: ServerEnvironment) async {
        // A refresh that others share may have read the rows before this change.
        let isShared = environment.rowReads.begin(uuid)
        defer { environment.rowReads.end(uuid) }
        for _ in 0..<(isShared ? 2 : 1) {
            _ = try? await environment.waiting(for: name, hint: "") {
                try await environment.sources.refresh(uuid)
            }
        }
    }
}

/// Numbers of refreshes of each source after changes of its rows.
final class RowReads: Sendable {
    private let running = Mutex<[UUID: Int]>([:])

    /// Returns whether another one of the source is running.
    func begin(_ source: UUID) -> Bool {
        running.withLock { running in
            running[source, default: 0] += 1
            return running[source] != 1
        }
    }

    func end(_ source: UUID) {
        running.withLock { running in
            let rest = (running[source] ?? 1) - 1
            running[source] = rest == 0 ? nil : rest
        }
    }
}

extension Problem {
    /// Creates the answer to a change of rows that is refused.
    init(_ error: InventoryError) {
        let (status, parameter): (HTTPResponse.Status, String?) =
            switch error {
            case .unknown: (.notFound, nil)
            case .exists, .assigned: (.conflict, nil)
            case .changed: (.preconditionFailed, nil)
            case .restricted: (.forbidden, nil)
            case .removesMany: (.conflict, "removed")
            case .invalidID, .numbersExhausted, .tooManyColumns, .tooManyRows, .rowTooLong:
                (.unprocessableContent, nil)
            }
        let hint: LocalizedText? =
            switch error {
            // Their hints name commands.
            case .unknown, .exists, .numbersExhausted, .tooManyColumns: nil
            default: .verbatim(error.hint.sentence)
            }
        self.init(
            status, .verbatim(error.cause.sentence), hint: hint, parameter: parameter)
    }
}
