package import FleetCore
package import FleetSettings
import FleetTeam
package import Foundation
import HTTPTypes

/// Changes of the settings of sources, which administrators make on pages and through the API.
///
/// The server checks names and locations by ``SourceRules`` before it calls these functions, and
/// writes the audit log. When a function returns, `PolledSources` has the change.
package protocol SourceAdministration: Sendable {
    /// Reads the feed of a source, and adds the source; the default source stays, unless this is
    /// the first one besides the simulated fleet.
    /// - Parameters:
    ///   - id: The UUID of the source. One that an earlier request has added stays as it is.
    ///   - location: An http(s) address, which may have secrets, or a simulation.
    ///   - settings: The settings that differ from those of a new source.
    /// - Returns: The findings of the check; `nil` if a simulation simulated a failure.
    /// - Throws: `SourceChangeError`, also for a feed that cannot be read.
    func add(
        _ name: String, as id: UUID, at location: Location, _ settings: SourceEdit
    ) async throws -> SourceFindings?

    /// Changes the settings of a source; before a change of its location or its credentials, reads
    /// the feed.
    /// - Parameters:
    ///   - edit: The change. The location may have secrets.
    ///   - removesHistory: Whether history that is not kept any more may be removed.
    /// - Returns: The findings of the check; `nil` without a check, or if a simulation simulated a
    ///   failure.
    /// - Throws: `SourceChangeError`, also for a feed that cannot be read.
    func change(
        _ source: UUID, _ edit: SourceEdit, removesHistory: Bool
    ) async throws -> SourceFindings?

    /// Makes a source the default.
    func setDefault(_ source: UUID) async throws

    /// Renames a source; its former name still finds it.
    func rename(_ source: UUID, to name: String) async throws

    /// Removes a source; people's notes about it are archived.
    func remove(_ source: UUID) async throws
}

/// The findings of the check of a source before it is saved.
package struct SourceFindings: Equatable, Sendable {
    /// Format of the feed, such as `GBFS 3.0`.
    package var format: String
    /// Name of the system; `nil` if the feed has none.
    package var systemName: String?
    /// Number of vehicles; `nil` if the source has no feed of vehicles.
    package var vehicles: Int?
    /// Number of stations and other sites; `nil` if the source has none.
    package var sites: Int?
    /// Notices about vehicles that were skipped, or a list that is null.
    package var notices: [String]

    package init(
        format: String, systemName: String?, vehicles: Int?, sites: Int?, notices: [String] = []
    ) {
        (self.format, self.systemName) = (format, systemName)
        (self.vehicles, self.sites, self.notices) = (vehicles, sites, notices)
    }

    /// The findings in words, such as `GBFS 3.0, Oslo Bysykkel, 12 vehicles, 3 stations`, and the
    /// notices.
    var text: String {
        ([summary] + notices).joined(separator: "; ")
    }

    private var summary: String {
        [
            format, systemName,
            vehicles.map { ShortText.count($0, "vehicle") } ?? localized("no vehicles"),
            sites.map { ShortText.count($0, "station") },
        ].compactMap(\.self).joined(separator: ", ")
    }
}

extension Problem {
    /// Creates the answer to a change that was refused.
    init(_ error: SourceChangeError) {
        switch error {
        case .nameTaken:
            self.init(
                .conflict, "There is a source of that name already.", hint: "Use another name.")
        case .notFound: self = .notFound
        case .removesHistory:
            self.init(
                .conflict, "This would remove the history of the source, or a part of it.",
                hint: "Confirm that (`remove_history`), or leave the source as it is.",
                parameter: SourceChangeDocument.confirmation)
        case .otherOrigin(let name):
            self.init(
                .unprocessableContent,
                .verbatim("the credentials of \(name) are not for the new address".sentence),
                hint: .verbatim("enter those of the new address with it".sentence))
        case .refused(let cause, let hint):
            self.init(
                .unprocessableContent, .verbatim(cause.sentence),
                hint: .verbatim(hint.sentence))
        }
    }
}
