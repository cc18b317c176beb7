package import FleetCore
package import Foundation
import HTTPTypes

/// Changes of the settings of sources, which administrators make on pages and through the API.
///
/// The server checks names and locations by ``SourceRules`` before it calls these functions, and
/// writes the audit log.
package protocol SourceAdministration: Sendable {
    /// Adds a source.
    /// - Parameters:
    ///   - location: An http(s) address, which may have secrets, or a simulation.
    ///   - publicHostsOnly: Whether each request of the source checks that its host is on the public
    ///     internet.
    func add(
        _ name: String, at location: Location, rotation: IDRotation?, publicHostsOnly: Bool
    ) async throws

    /// Renames a source; its former name still finds it.
    func rename(_ source: UUID, to name: String) async throws

    /// Removes a source; people's notes about it are archived.
    func remove(_ source: UUID) async throws

    /// Sets what of a source is published.
    func setPublications(_ publications: Set<Source.Publication>, of source: UUID) async throws
}

/// The reason why the settings of a source were not changed.
package enum SourceChangeError: Error, Equatable {
    /// There is a source of that name already.
    case nameTaken
    /// There is no such source any more.
    case notFound
    /// The settings refuse the change.
    case refused(cause: String, hint: String)
}

extension Problem {
    /// Creates the answer to a change that was refused.
    init(_ error: SourceChangeError) {
        switch error {
        case .nameTaken:
            self.init(
                .conflict, "There is a source of that name already.", hint: "Use another name.")
        case .notFound: self = .notFound
        case .refused(let cause, let hint):
            self.init(.unprocessableContent, cause.sentence, hint: hint.sentence)
        }
    }
}
