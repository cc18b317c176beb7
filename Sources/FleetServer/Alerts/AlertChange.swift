import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes

/// An alert as a form or a program describes it, not checked yet.
extension AlertChangeDocument {
    /// - Throws: `Problem` (422) for a charge that is not a number.
    init(_ form: QueryItems) throws(Problem) {
        self.init()
        name = form["name"] ?? ""
        (source, view) = (.some(form["source"]), .some(form["view"]))
        kinds = form.all("kind")
        // The page never shows a stored address, so an empty field keeps it.
        webhook = form["webhook"]
        guard let text = form["low_battery"] else { return }
        guard let charge = Double(text) else { throw Problem(.invalid(.lowBattery, .malformed)) }
        lowBattery = charge
    }

    /// Returns the change that this describes.
    /// - Parameters:
    ///   - views: The views that may be chosen.
    ///   - current: The source of an alert that is changed, which may be removed.
    /// - Throws: `Problem` (422), without the address of the webhook.
    func change(
        in environment: ServerEnvironment, views: [TeamView], current: UUID? = nil
    ) async throws -> AlertChange {
        var change = AlertChange(name: name, lowBattery: lowBattery, isEnabled: isEnabled)
        switch source {
        case nil: break
        case .some(nil): change.source = .some(nil)
        case .some(let text?): change.source = try uuid(of: text, in: environment, current)
        }
        switch view {
        case nil: break
        case .some(nil): change.view = .some(nil)
        case .some(let text?):
            guard let view = TeamView.find(text, in: views.filter(\.isForAll)) else {
                throw Problem(
                    .unprocessableContent, "There is no such view for everybody.",
                    hint: "Use the name of a view for everybody, or none for all vehicles.")
            }
            try await environment.requireForEverybody(view)
            change.view = view
        }
        change.kinds = try kinds.map { names in
            let kinds = names.compactMap(AlertKind.init)
            guard kinds.count == names.count else {
                throw Problem(
                    .unprocessableContent, "A kind of event is not known.",
                    hint: "Use \(AlertKind.all.map(\.name).listed).")
            }
            return Set(kinds)
        }
        if let webhook { change.webhook = try await environment.sourceRules.webhook(webhook) }
        return change
    }

    private func uuid(
        of text: String, in environment: ServerEnvironment, _ current: UUID?
    ) throws(Problem) -> UUID {
        if let source = environment.source(named: text) { return source.uuid }
        let uuid = UUID(uuidString: text)
        let known = environment.sources.all.map(\.uuid) + [current].compactMap(\.self)
        guard let uuid, known.contains(uuid) else {
            throw Problem(
                .unprocessableContent, "There is no such source.",
                hint: "Use the name of a source, or none for all of them.")
        }
        return uuid
    }
}

/// A change of an alert; `nil` leaves a value as it is.
struct AlertChange: Sendable {
    var name: String?
    /// The source; `.some(nil)` is all of them.
    var source: UUID??
    /// The view; `.some(nil)` is all vehicles.
    var view: TeamView??
    var kinds: Set<AlertKind>?
    var lowBattery: Double?
    var webhook: WebhookAddress?
    var isEnabled: Bool?

    /// Makes the change.
    func apply(to content: inout TeamAlertContent) {
        if let name { content.name = name }
        if let source { content.source = source }
        if let view { content.view = view }
        if let kinds { content.kinds = kinds }
        if let lowBattery { content.lowBattery = lowBattery }
        if let webhook { content.webhook = webhook }
        if let isEnabled { content.isEnabled = isEnabled }
    }

    /// Returns the definition of a new alert.
    /// - Throws: `Problem` (422) if something is missing.
    func newAlert() throws(Problem) -> TeamAlertContent {
        guard let webhook else { throw Problem(.invalid(.webhook, .tooShort(1))) }
        var content = TeamAlertContent(name: "", kinds: [], webhook: webhook)
        apply(to: &content)
        return content
    }
}
