public import Foundation

extension Access {
    /// Returns the last prints of the labels of a source.
    public func labelPrints(of source: UUID) -> LabelPrintCollection {
        LabelPrintCollection(access: self, source: source)
    }
}

/// The last prints of the labels of one source, for the whole team.
public struct LabelPrintCollection: Sendable {
    let access: Access
    let source: UUID

    /// Returns the content of each label that was printed, by its ID.
    public func payloads() async throws -> [String: String] {
        try await access.read(.fleet) { [source] in
            try LabelPrintTable(of: source, in: $0.transaction.sql).payloads()
        }
    }

    /// Records prints; those of people who may not change anything are not recorded.
    public func record(
        _ labels: [LabelPrintTable.Label], of print: LabelPrintTable.Print
    ) async throws {
        guard access.rights.has(.write, on: source) else { return }
        try await access.write(.write) { [source] in
            try LabelPrintTable(of: source, in: $0.transaction.sql)
                .record(labels, of: print, at: $0.now)
        }
    }
}
