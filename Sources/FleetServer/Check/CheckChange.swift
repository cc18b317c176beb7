import FleetCore
import FleetSQL
import FleetService
import FleetSettings
import FleetTeam
import HTTPTypes

/// A change of the check of a source that an administrator asks for.
enum CheckChange {
    case bounds(CheckBounds, AreaScope)
    case silence(CheckSettings.Silence)
    /// Ends the silences of a rule in a document.
    case unsilence(CheckRule, document: String?)

    /// Makes the change.
    /// - Throws: `Problem` (422), `SourceChangeError`.
    func make(
        of source: PolledSource, in administration: any SourceAdministration,
        _ request: UserRequest
    ) async throws -> MadeSourceChange {
        let now = request.environment.now()
        var edit = SourceEdit()
        switch self {
        case .bounds(let bounds, let scope):
            try await Self.requireZone(scope, of: source, request)
            edit.check = { settings in (settings.bounds, settings.scope) = (bounds, scope) }
        case .silence(let silence):
            try silence.require(at: now)
            edit.check = { $0.add(silence, at: now) }
        case .unsilence(let rule, let document):
            edit.check = { $0.endSilences(of: rule, in: document) }
        }
        _ = try await administration.change(source.uuid, edit, removesHistory: false)
        return MadeSourceChange(of: source, text, done)
    }

    private var done: SourceNotice.Kind {
        switch self {
        case .bounds: .check
        case .silence: .silenced
        case .unsilence: .unsilenced
        }
    }

    /// The change in the audit log.
    private var text: String {
        func subject(_ rule: CheckRule, _ document: String?) -> String {
            rule.rawValue + (document.map { " in " + $0 } ?? "")
        }
        switch self {
        case .bounds(let bounds, let scope):
            let texts = bounds.texts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            let parts = texts + (scope.name.map { ["zone " + $0] } ?? [])
            return "check " + (parts.isEmpty ? "as usual" : parts.joined(separator: ", "))
        case .silence(let silence):
            return subject(silence.rule, silence.document)
                + " silenced until \(silence.until.text): \(silence.reason)"
        case .unsilence(let rule, let document): return subject(rule, document) + " reported again"
        }
    }

    /// - Throws: `Problem` (422) if a source has no such zone; one that is set already may be gone.
    private static func requireZone(
        _ scope: AreaScope, of source: PolledSource, _ request: UserRequest
    ) async throws {
        guard scope != source.source.check.scope, case .zone(let name) = scope else { return }
        try await source.requireZone(name, in: request.environment.snapshots)
    }
}

extension CheckChangeDocument {
    init(_ form: QueryItems) {
        self.init()
        let end = CheckSilenceEndDocument(form)
        switch form["do"] {
        case "silence":
            var new = CheckSilenceDocument()
            (new.end, new.reason, new.until) = (end, form["reason"] ?? "", form["until"] ?? "")
            silence = new
        case "unsilence": unsilence = end
        default:
            // Everywhere has an empty name.
            (bounds, zone) = (BoundTexts { form[$0.rawValue] }, form["zone"] ?? "")
        }
    }

    /// - Throws: `Problem` (422) unless there is exactly one change.
    func change(of settings: CheckSettings) throws(Problem) -> CheckChange {
        let hasBounds = bounds != nil || zone != nil
        guard [hasBounds, silence != nil, unsilence != nil].count(where: { $0 }) == 1 else {
            throw Problem(
                .unprocessableContent, "There is not exactly one change of the check.",
                hint: "Send bounds and zone, or silence, or unsilence.", parameter: "check")
        }
        if let silence { return .silence(try CheckSettings.Silence(silence)) }
        if let unsilence {
            return .unsilence(try CheckRule(typed: unsilence.rule), document: unsilence.document)
        }
        return .bounds(
            try settings.bounds.changed(bounds ?? BoundTexts()),
            zone.map { AreaScope(zone: $0, was: settings.scope) } ?? settings.scope)
    }
}

extension CheckSilenceEndDocument {
    fileprivate init(_ form: QueryItems) {
        self.init()
        (rule, document) = (form["rule"] ?? "", form["document"])
    }
}
