import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The alerts: the keys of the template `admin_alerts`.
struct AlertsPage {
    struct AlertRow {
        struct Failure {
            var at: ShownTime
            var text: String
            var hint: String
        }

        var name: String
        var source: String
        var kindsText: String
        var filterText: String
        /// Origin of the webhook.
        var target: String
        var isEnabled: Bool
        var sent: ShownTime?
        /// The last failure, if nothing was sent since.
        var failure: Failure?
        var author: String?
        var action: String
    }

    var hasAlerts: Bool
    var alerts: [AlertRow]
    var form: AlertForm

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why a form of the page was refused.
    ///   - form: The form that was refused.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil, typed form: QueryItems? = nil
    ) async throws -> Response {
        let alerts = try await request.access.administration().alerts()
        let content = AlertsPage(
            hasAlerts: !alerts.isEmpty, alerts: alerts.map { AlertRow($0, request) },
            form: AlertForm(
                nil, of: try await AlertForm.views(for: request), typed: form, request))
        return try AdministrationPage(.alerts, of: request, content, problem)
            .response("admin_alerts", request)
    }

    /// Returns the banner after the test of an alert was accepted.
    static func notice(ofTest alert: TeamAlert) -> PageContext.Notice {
        PageContext.Notice(
            kind: "good", icon: "check",
            text: localized(
                "\(alert.content.webhook.origin) accepted the test of \(alert.content.name)."))
    }
}

extension AlertsPage.AlertRow {
    fileprivate init(_ alert: TeamAlert, _ request: UserRequest) {
        let content = alert.content
        name = content.name
        source = Self.sourceName(of: content, request)
        kindsText = AlertKind.all.filter(content.kinds.contains).map(\.label)
            .joined(separator: ", ")
        filterText =
            content.view.map { localized("view \($0.name.text)") }
            ?? localized("all vehicles")
        (target, isEnabled) = (content.webhook.origin, content.isEnabled)
        sent = alert.lastSentAt.map(request.time)
        if let last = alert.lastFailure, alert.lastSentAt.map({ $0 < last.at }) ?? true {
            failure = Failure(
                at: request.time(last.at), text: last.cause.sentence, hint: TeamAlert.failureHint)
        }
        author = alert.createdBy
        action = "/admin/alerts/" + alert.id.text
    }

    private static func sourceName(of alert: TeamAlertContent, _ request: UserRequest) -> String {
        guard let uuid = alert.source else { return localized("all sources") }
        return request.environment.sources.all.first { $0.uuid == uuid }?.name
            ?? localized("a removed source")
    }
}

/// One alert: the keys of the template `admin_alert`.
struct AlertPage {
    var name: String
    var form: AlertForm

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why the form was refused.
    ///   - form: The form that was refused.
    static func response(
        _ request: UserRequest, _ alert: TeamAlert, _ problem: Problem? = nil,
        typed form: QueryItems? = nil
    ) async throws -> Response {
        let views = try await AlertForm.views(for: request)
        return try AdministrationPage(
            .alerts, of: request,
            AlertPage(
                name: alert.content.name,
                form: AlertForm(alert, of: views, typed: form, request)), problem
        ).response("admin_alert", request)
    }
}

/// The form of an alert: the keys of the template `_alert_form`.
struct AlertForm {
    struct KindGroup {
        var label: String
        var kinds: [SelectOption]
    }

    var action: String
    var isNew: Bool
    var name: String
    var sources: [SelectOption]
    var groups: [KindGroup]
    var views: [SelectOption]
    var lowBattery: String
    /// Origin of the stored webhook.
    var target: String?
    /// The webhook as it was typed in a form that was refused; a stored one is never shown.
    var webhook: String

    /// - Parameters:
    ///   - alert: The alert that is changed; `nil` for a new one.
    ///   - known: The views for everybody.
    ///   - form: The typed values, if they were refused.
    init(
        _ alert: TeamAlert?, of known: [TeamView], typed form: QueryItems?, _ request: UserRequest
    ) {
        let content = alert?.content
        action = SitePage.alerts.path + (alert.map { "/" + $0.id.text } ?? "")
        isNew = alert == nil
        name = form.map { $0["name"] ?? "" } ?? content?.name ?? ""
        let view = form.map { $0["view"] } ?? content?.view?.id.text
        views = ([("", localized("all vehicles"))] + known.map { ($0.id.text, $0.name.text) }).map {
            SelectOption(value: $0, label: $1, isSelected: $0 == view ?? "")
        }
        let battery = content?.lowBattery ?? BatteryThresholds.default.low
        lowBattery = form?["low_battery"] ?? Int(exactly: battery).map(String.init) ?? "\(battery)"
        target = content?.webhook.origin
        webhook = form?["webhook"] ?? ""
        let kinds =
            form.map { Set($0.all("kind")) }
            ?? Set((content?.kinds ?? AlertRules.default.kinds).map(\.name))
        groups = AlertKind.groups.map { group in
            KindGroup(
                label: Language.current.word(group.name),
                kinds: group.kinds.map {
                    SelectOption(
                        value: $0.name, label: $0.label, isSelected: kinds.contains($0.name))
                })
        }
        let source = form.map { $0["source"] } ?? content?.source?.text
        var choices = [("", localized("all sources"))]
        choices += request.environment.sources.all.map { ($0.uuid.text, $0.name) }
        if let old = content?.source?.text, !choices.contains(where: { $0.0 == old }) {
            choices.append((old, localized("a removed source")))
        }
        sources = choices.map { SelectOption(value: $0, label: $1, isSelected: $0 == source ?? "") }
    }

    /// Returns the views that alerts can choose.
    fileprivate static func views(for request: UserRequest) async throws -> [TeamView] {
        try await request.access.views.all().filter(\.isForAll)
    }
}

extension AlertKind {
    /// Name for people.
    fileprivate var label: String { Language.current.word(name.replacing("_", with: " ")) }
}
