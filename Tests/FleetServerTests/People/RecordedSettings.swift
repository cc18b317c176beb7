import FleetCore
import FleetSettings
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
    private let recordedTable = Mutex(TableSettings())
    private let recordedCheck = Mutex(CheckSettings())
    var changes: [String] { recorded.withLock(\.self) }
    /// The UUID of each source that was asked for.
    var added: [UUID] { recordedIDs.withLock(\.self) }
    /// The credentials of each change that was asked for.
    var credentials: [Credentials?] { recordedCredentials.withLock(\.self) }
    /// The provider that each change declared.
    var providers: [Source.Provider?] { recordedProviders.withLock(\.self) }

    func add(
        _ name: String, as id: UUID, at location: Location, _ settings: SourceEdit
    ) async throws -> SourceFindings? {
        recordedIDs.withLock { $0.append(id) }
        recordedCredentials.withLock { $0.append(settings.credentials ?? Credentials()) }
        recordedProviders.withLock { $0.append(settings.provider) }
        let hosts = settings.publicHostsOnly == true ? "public" : "all"
        let history = (settings.history ?? nil).map { "history " + $0.text }
        let texts = [settings.rotation?.rawValue ?? "-", hosts, history]
        return try read(
            location,
            "add \(name) \(location.text) " + texts.compactMap(\.self).joined(separator: " "), name)
    }

    func change(
        _ source: UUID, _ edit: SourceEdit, removesHistory: Bool
    ) async throws -> SourceFindings? {
        if let location = edit.location {
            recordedCredentials.withLock { $0.append(edit.credentials) }
            recordedProviders.withLock { $0.append(edit.provider) }
            let hosts = edit.publicHostsOnly == true ? "public" : "all"
            return try read(location, "locate \(location.text) \(hosts)")
        }
        if let publications = edit.publications {
            try record("publish \(publications.contains(.page)) \(publications.contains(.gbfs))")
        }
        if let location = edit.publishedLocation { try record("location \(location.rawValue)") }
        if let history = edit.history {
            try record("history \(history?.text ?? "default")\(removesHistory ? " confirmed" : "")")
        }
        if let attention = edit.attention {
            var rules = AttentionRules()
            try attention(&rules)
            let bounds = AttentionBound.allCases.map { $0.text(in: rules) }
            try record("attention " + bounds.joined(separator: " "))
        }
        if let check = edit.check { try record(check) }
        if let table = edit.table {
            var settings = recordedTable.withLock(\.self)
            table(&settings)
            recordedTable.withLock { [settings] in $0 = settings }
            let seen = settings.visibilities.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value.rawValue)" }
            try record("table " + (settings.columns.map(\.option) + seen).joined(separator: ", "))
        }
        return nil
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

    private func record(_ change: (inout CheckSettings) throws -> Void) throws {
        let check = try recordedCheck.withLock { check in
            try change(&check)
            return check
        }
        let bounds = check.bounds.texts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let silences = check.silences.map { silence in
            silence.rule.rawValue + (silence.document.map { " in " + $0 } ?? "")
                + " until \(silence.until.text): \(silence.reason)"
        }
        try record("check " + (bounds + silences).joined(separator: ", "))
    }

    private func record(_ change: String, _ name: String? = nil) throws {
        guard name != "taken" else { throw SourceChangeError.nameTaken }
        recorded.withLock { $0.append(change) }
    }
}
