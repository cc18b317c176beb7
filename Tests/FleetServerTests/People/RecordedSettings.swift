import FleetCore
import Foundation
import Synchronization

@testable import FleetServer

/// Settings of sources that record what is asked of them; the name `taken` is taken, and feeds with
/// `dead` in their address cannot be read.
final class RecordedSettings: SourceAdministration {
    private let recorded = Mutex<[String]>([])
    private let recordedCredentials = Mutex<[Credentials?]>([])
    private let recordedProviders = Mutex<[Source.Provider?]>([])
    private let recordedIDs = Mutex<[UUID]>([])
    private let recordedCheck = Mutex(CheckSettings())
    var changes: [String] { recorded.withLock(\.self) }
    /// The UUID of each source that was asked for.
    var added: [UUID] { recordedIDs.withLock(\.self) }
    /// The credentials of each change that was asked for.
    var credentials: [Credentials?] { recordedCredentials.withLock(\.self) }
    /// The provider that each change declared.
    var providers: [Source.Provider?] { recordedProviders.withLock(\.self) }

    func add(
        _ name: String, as id: UUID, at location: Location, _ credentials: Credentials,
        rotation: IDRotation?, provider: Source.Provider, history: HistoryChoice?,
        publicHostsOnly: Bool
    ) async throws -> SourceFindings? {
        recordedIDs.withLock { $0.append(id) }
        recordedCredentials.withLock { $0.append(credentials) }
        recordedProviders.withLock { $0.append(provider) }
        let hosts = publicHostsOnly ? "public" : "all"
        let settings = [rotation?.rawValue ?? "-", hosts, history.map { "history " + $0.text }]
        return try read(
            location,
            "add \(name) \(location.text) "
                + settings.compactMap(\.self).joined(separator: " "), name)
    }

    func setLocation(
        _ location: Location, _ credentials: Credentials?, provider: Source.Provider?,
        of source: UUID, publicHostsOnly: Bool, removesHistory: Bool
    ) async throws -> SourceFindings? {
        recordedCredentials.withLock { $0.append(credentials) }
        recordedProviders.withLock { $0.append(provider) }
        return try read(location, "locate \(location.text) \(publicHostsOnly ? "public" : "all")")
    }

    func setDefault(_ source: UUID) async throws { try record("default") }

    private func read(
        _ location: Location, _ change: String, _ name: String? = nil
    ) throws -> SourceFindings {
        guard !location.text.contains("dead") else {
            throw SourceChangeError.refused(
                cause: "the service answers with status 404", hint: "check the address")
        }
        try record(change, name)
        return SourceFindings(format: "GBFS 3.0", systemName: "Test City", vehicles: 12, sites: 3)
    }

    func rename(_ source: UUID, to name: String) async throws { try record("rename \(name)", name) }

    func remove(_ source: UUID) async throws { try record("remove") }

    func setPublications(
        _ publications: Set<Source.Publication>, of source: UUID
    ) async throws {
        try record("publish \(publications.contains(.page)) \(publications.contains(.gbfs))")
    }

    func setAttention(_ rules: AttentionRules, of source: UUID) async throws {
        try record(
            "attention "
                + AttentionBound.allCases.map { $0.text(in: rules) }.joined(separator: " "))
    }

    func changeCheck(
        of source: UUID, _ change: @Sendable @escaping (inout CheckSettings) -> Void
    ) async throws {
        let check = recordedCheck.withLock { check in
            change(&check)
            return check
        }
        let bounds = check.bounds.texts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let silences = check.silences.map { silence in
            silence.rule.rawValue + (silence.document.map { " in " + $0 } ?? "")
                + " until \(silence.until.text): \(silence.reason)"
        }
        try record("check " + (bounds + silences).joined(separator: ", "))
    }

    func setHistory(
        _ history: HistoryChoice?, of source: UUID, removesHistory: Bool
    ) async throws {
        try record("history \(history?.text ?? "default")\(removesHistory ? " confirmed" : "")")
    }

    private func record(_ change: String, _ name: String? = nil) throws {
        guard name != "taken" else { throw SourceChangeError.nameTaken }
        recorded.withLock { $0.append(change) }
    }
}
