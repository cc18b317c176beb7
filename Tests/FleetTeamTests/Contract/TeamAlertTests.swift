import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct TeamAlertTests {
    private static let address = "https://user:hush@hooks.example:8443/hush?token=hush"

    private func content(_ name: String = "Low") throws -> TeamAlertContent {
        TeamAlertContent(
            name: name, source: source, kinds: [.event(.batteryLow), .feedStale], lowBattery: 15,
            webhook: try WebhookAddress(Self.address))
    }

    @Test(
        "administrators add, change, disable and remove alerts; the log has no secrets",
        arguments: TeamAdapter.all)
    func changes(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let admin = try await test.user("anna", .administrator).access.administration()
        let added = try await admin.addAlert(content(" Low "))
        #expect(try added.content == content())
        #expect(added.createdBy == "anna" && added.createdAt == test.clock.now)
        #expect(try await admin.alerts() == [added])
        #expect(try await admin.alert(added.id) == added)

        let changed = try await admin.changeAlert(added.id) { content in
            content.name = "Smoke"
            content.source = nil
            content.kinds = [.alarm(.smoke)]
            content.webhook = try WebhookAddress("http://[2001:DB8::1]/hush")
        }
        #expect(try await admin.alert(added.id) == changed)
        #expect(changed.content.source == nil && changed.content.kinds == [.alarm(.smoke)])
        #expect(changed.content.webhook.reveal() == "http://[2001:DB8::1]/hush")
        _ = try await admin.changeAlert(added.id) { $0.isEnabled = false }
        _ = try await admin.changeAlert(added.id) { $0.isEnabled = false }
        _ = try await admin.changeAlert(added.id) { $0.lowBattery = 30 }
        try await admin.removeAlert(added.id)
        #expect(try await admin.alerts() == [])
        await expect(.notFound) { try await admin.alert(added.id) }
        await expect(.notFound) { try await admin.removeAlert(added.id) }
        await expect(.notFound) { try await admin.changeAlert(added.id) { _ in } }

        let entries = try await admin.auditEntries(limit: 5).reversed()
        #expect(
            entries.map { "\($0.action.rawValue) \($0.subject ?? "-")" } == [
                "alert_added Low",
                "alert_changed Low: renamed to Smoke, sent to http://[2001:db8::1]",
                "alert_changed Smoke: disabled", "alert_changed Smoke", "alert_removed Smoke",
            ])
        #expect(entries.allSatisfy { $0.actor == "anna" })
    }

    @Test(
        "a token that reads, and a former administrator, change nothing",
        arguments: TeamAdapter.all)
    func rights(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("bob", .administrator)
        let anna = try await test.user("anna", .administrator).access
        let token = try await anna.tokens.add(name: "r", scope: .read, lifetime: .days(1))
        let reader = try await test.team.access(token: token.secret, from: home).administration()
        let alert = try await anna.administration().addAlert(content())
        #expect(try await reader.alerts() == [alert])
        let former = try anna.administration()
        try await test.team.onMachine().setRole(.member, of: anna.owner)
        for administration in [reader, former] {
            await expect(.forbidden) { try await administration.addAlert(content()) }
            await expect(.forbidden) { try await administration.removeAlert(alert.id) }
            await expect(.forbidden) {
                try await administration.changeAlert(alert.id) { $0.isEnabled = false }
            }
        }
        await expect(.forbidden) { try await former.alerts() }
        #expect(try await test.team.alerts() == [alert])
    }

    @Test(
        "values that cannot be are refused, and so is one alert too many",
        arguments: TeamAdapter.all)
    func invalid(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        func refuse(_ error: TeamError, _ change: (inout TeamAlertContent) -> Void) async throws {
            var content = try content()
            change(&content)
            await expect(error) { [content] in try await machine.addAlert(content) }
        }
        try await refuse(.invalid(.alertName, .tooShort(1))) { $0.name = " \n" }
        try await refuse(.invalid(.alertName, .tooLong(100))) {
            $0.name = String(repeating: "a", count: 101)
        }
        try await refuse(.invalid(.alertName, .malformed)) { $0.name = "a\u{1B}[2J" }
        try await refuse(.invalid(.alertKinds, .tooShort(1))) { $0.kinds = [] }
        for charge in [-1, 90, Double.nan, .infinity] {
            try await refuse(.invalid(.lowBattery, .malformed)) { $0.lowBattery = charge }
        }
        for number in 1...TeamAlert.limit {
            _ = try await machine.addAlert(content("\(number)"))
        }
        await expect(.tooMany(.alerts, limit: TeamAlert.limit)) {
            try await machine.addAlert(content())
        }
        #expect(try await machine.alerts().map(\.content.name) == (1...50).map { "\($0)" })
    }

    @Test(
        "the outcome of the last deliveries is known, and no change loses it",
        arguments: TeamAdapter.all)
    func deliveries(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        let id = try await machine.addAlert(content()).id
        try await test.team.recordDelivery(of: id, failure: "no route")
        let failed = try #require(try await test.team.alert(id))
        #expect(failed.lastFailure == .init(at: test.clock.now, cause: "no route"))
        #expect(failed.lastSentAt == nil)
        test.clock.advance(by: .second)
        try await test.team.recordDelivery(of: id, failure: nil)
        let sent = try await machine.changeAlert(id) { $0.name = "Other" }
        #expect(sent.lastSentAt == test.clock.now && sent.lastFailure == failed.lastFailure)
        try await machine.removeAlert(id)
        try await test.team.recordDelivery(of: id, failure: nil)
        #expect(try await test.team.alert(id) == nil)
    }

    @Test("an alert outlives its author, whose name it forgets", arguments: TeamAdapter.all)
    func author(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("bob", .administrator)
        let anna = try await test.user("anna", .administrator).access
        let id = try await anna.administration().addAlert(content()).id
        try await test.team.onMachine().remove(anna.owner)
        let alert = try #require(try await test.team.alert(id))
        #expect(alert.createdBy == nil)
        #expect(try alert.content == content())
    }
}

@Suite struct WebhookAddressTests {
    @Test("only the origin of a webhook can be printed, encoded or reflected upon")
    func secret() throws {
        let address = try WebhookAddress("HTTPS://me:hush@Hooks.example:8443/hush?token=hush#hush")
        #expect(address.origin == "https://hooks.example:8443")
        var dumped = ""
        dump(address, to: &dumped)
        let texts = [
            "\(address)", String(reflecting: address), dumped,
            "\(Mirror(reflecting: address).children.map { "\($0)" })",
        ]
        #expect(texts.allSatisfy { !$0.contains("hush") })
    }

    @Test(
        "an address that is not http(s) with a host is refused",
        arguments: [
            "", "hooks.example", "ftp://a", "sim://a", "file:///etc/passwd", "http://", "http:///a",
            "http://a b", "http://a\\@b/", "http://ø.example", "http://a\u{0}", "http://a:0/",
            "http://a:70000/", "http://[::1", "http://[a b]/", "http://<script>/",
            "javascript:alert(1)", "http://a/\n",
        ])
    func refused(text: String) {
        #expect(throws: TeamError.invalid(.webhook, .malformed)) { try WebhookAddress(text) }
    }

    @Test("a long address is refused")
    func long() {
        #expect(throws: TeamError.invalid(.webhook, .tooLong(2048))) {
            try WebhookAddress("https://a/" + String(repeating: "b", count: 2048))
        }
    }
}
