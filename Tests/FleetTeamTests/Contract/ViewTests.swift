import FleetCore
import FleetSQL
import FleetSQLite
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct ViewTests {
    private func name(_ text: String) throws -> ViewName { try ViewName(text) }
    private func content(_ text: String) throws -> ViewContent { try ViewContent(text) }

    private func alert(_ name: String, _ view: TeamView?) throws -> TeamAlertContent {
        TeamAlertContent(
            name: name, view: view, kinds: [.feedStale],
            webhook: try WebhookAddress("https://hooks.example/"))
    }

    @Test("everybody has views of their own, a viewer, too", arguments: TeamAdapter.all)
    func own(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob", .viewer).access
        let low = try await anna.views.add(name(" Low  ones "), content("max_battery=20"))
        #expect(low.name.text == "Low ones" && !low.isForAll && low.createdBy == nil)
        _ = try await bob.views.add(name("low ones"), content("max_battery=10"))
        _ = try await anna.views.add(name("all"), .all)
        #expect(try await anna.views.all().map(\.name.text) == ["all", "Low ones"])
        #expect(try await bob.views.all().map(\.content.text) == ["max_battery=10"])
        test.clock.advance(by: .second)
        let (changed, alerts) = try await anna.views.change(
            low.id, ViewChange(name: name("Lowest"), content: content("max_battery=5")))
        #expect(changed.createdAt == low.createdAt && changed.changedAt == test.clock.now)
        #expect(alerts == [])
        #expect(try await anna.views.view(low.id) == changed)
        try await anna.views.remove(low.id)
        await expect(.notFound) { try await anna.views.remove(low.id) }
        #expect(try await anna.views.own().map(\.name.text) == ["all"])
    }

    @Test(
        "another user's view is not found, not even by an administrator",
        arguments: TeamAdapter.all)
    func isolation(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let eve = try await test.user("eve", .administrator).access
        let view = try await anna.views.add(name("mine"), content("color=red"))
        #expect(try await eve.views.all() == [])
        await expect(.notFound) { try await eve.views.view(view.id) }
        await expect(.notFound) {
            try await eve.views.change(view.id, ViewChange(content: .all))
        }
        await expect(.notFound) { try await eve.views.remove(view.id) }
        // Not even for an alert.
        await expect(.notFound) {
            try await eve.administration().addAlert(alert("a", view))
        }
        #expect(try await anna.views.all() == [view])
    }

    @Test(
        "administrators change the views for everybody, others only see them",
        arguments: TeamAdapter.all)
    func forAll(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let bob = try await test.user("bob", .viewer).access
        let carl = try await test.user("carl").access
        let view = try await anna.views.add(name("Red"), content("color=red"), forAll: true)
        #expect(view.isForAll && view.createdBy == "anna")
        for access in [bob, carl] {
            #expect(try await access.views.all() == [view])
            #expect(try await access.views.view(view.id) == view)
            await expect(.forbidden) {
                try await access.views.add(name("x"), .all, forAll: true)
            }
            await expect(.forbidden) {
                try await access.views.change(view.id, ViewChange(content: .all))
            }
            await expect(.forbidden) { try await access.views.remove(view.id) }
        }
        // An own view of the same name comes first.
        let own = try await bob.views.add(name("RED"), content("color=blue"))
        let views = try await bob.views.all()
        #expect(views == [own, view])
        #expect(TeamView.find("red", in: views) == own)
        #expect(TeamView.find(view.id.text, in: views) == view)
        #expect(TeamView.find("re", in: views) == nil)
        let (changed, _) = try await anna.views.change(view.id, ViewChange(name: name("Rot")))
        #expect(changed.content == view.content)
        try await anna.views.remove(view.id)
        #expect(try await carl.views.all() == [])
        let log = try await test.team.onMachine().auditEntries(limit: 3)
        #expect(
            log.map { "\($0.action.rawValue) \($0.subject ?? "-")" } == [
                "view_removed Rot", "view_changed Red: renamed to Rot", "view_added Red",
            ])
    }

    @Test("a token that reads changes no views", arguments: TeamAdapter.all)
    func tokens(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let token = try await anna.tokens.add(name: "r", scope: .read, lifetime: .days(1))
        let reader = try await test.team.access(token: token.secret, from: home)
        let own = try await anna.views.add(name("own"), .all)
        let ours = try await anna.views.add(name("ours"), .all, forAll: true)
        #expect(try await reader.views.all() == [own, ours])
        for forAll in [true, false] {
            await expect(.forbidden) {
                try await reader.views.add(name("x"), .all, forAll: forAll)
            }
        }
        for view in [own, ours] {
            await expect(.forbidden) {
                try await reader.views.change(view.id, ViewChange(name: name("x")))
            }
            await expect(.forbidden) { try await reader.views.remove(view.id) }
        }
    }

    @Test(
        "views for everybody select no favorites, and begin nowhere that only one person is",
        arguments: TeamAdapter.all)
    func personal(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let ours = try await anna.views.add(
            name("Depot"), content("near=59.9,10.7&within=2km"), forAll: true)
        for text in ["favorites=1", "near=59.9,10.7&within=2km&near_me=1"] {
            _ = try await anna.views.add(name(text), content(text))
            await expect(.invalid(.filter, .personal)) {
                try await anna.views.add(name("x"), content(text), forAll: true)
            }
            await expect(.invalid(.filter, .personal)) {
                try await anna.views.change(ours.id, ViewChange(content: content(text)))
            }
        }
        #expect(try await anna.views.view(ours.id) == ours)
    }

    @Test("a view that alerts use stays, and a change names them", arguments: TeamAdapter.all)
    func used(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let admin = try anna.administration()
        let view = try await anna.views.add(name("Red"), content("color=red"), forAll: true)
        let first = try await admin.addAlert(alert("First", view))
        let second = try await admin.addAlert(alert("Second", view))
        #expect(first.content.view?.id == view.id)
        #expect(first.content.filter == view.content.filter)
        await expect(.viewInUse(["First", "Second"])) { try await anna.views.remove(view.id) }
        #expect(
            TeamError.viewInUse(["First", "Second"]).cause
                == "the view is used by the alerts First, Second")
        let (changed, alerts) = try await anna.views.change(
            view.id, ViewChange(content: content("color=blue")))
        #expect(alerts == ["First", "Second"])
        #expect(try await admin.alert(first.id).content.view?.content == changed.content)
        _ = try await admin.changeAlert(first.id) { $0.view = nil }
        #expect(try await admin.alert(first.id).content.filter == Filter())
        try await admin.removeAlert(second.id)
        try await anna.views.remove(view.id)
    }

    @Test("chosen columns are each person's, and are no views", arguments: TeamAdapter.all)
    func columns(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob", .viewer).access
        let shared = UUID()
        try await anna.columns.save(["id", "a, b"], of: nil)
        try await anna.columns.save(["color"], of: shared)
        try await anna.columns.save(["id", "state"], of: shared)
        try await bob.columns.save(["battery"], of: nil)
        #expect(try await anna.columns.names(of: nil) == ["id", "a, b"])
        #expect(try await anna.columns.names(of: shared) == ["id", "state"])
        #expect(try await bob.columns.names(of: nil) == ["battery"])
        #expect(try await bob.columns.names(of: shared) == nil)
        #expect(try await anna.views.all() == [])
        _ = try await anna.views.add(name("columns"), .all)
        _ = try await anna.views.add(name("Columns \(shared.text)"), .all)
        try await anna.columns.save(nil, of: shared)
        #expect(try await anna.columns.names(of: shared) == nil)
        #expect(try await anna.views.all().count == 2)
        await #expect(throws: ViewContentError.self) {
            try await anna.columns.save([String(repeating: "x", count: 5000)], of: nil)
        }
        #expect(try await anna.columns.names(of: nil) == ["id", "a, b"])
        try await test.team.onMachine().remove(anna.owner)
        #expect(try await test.integer("SELECT count(*) FROM saved_view") == 1)
    }

    @Test("a view for everybody outlives its author", arguments: TeamAdapter.all)
    func author(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let bob = try await test.user("bob", .administrator).access
        let view = try await anna.views.add(name("Red"), content("color=red"), forAll: true)
        _ = try await anna.views.add(name("mine"), .all)
        try await test.team.onMachine().remove(anna.owner)
        let left = try await bob.views.all()
        #expect(left.map(\.id) == [view.id] && left[0].createdBy == nil)
        #expect(try await test.integer("SELECT count(*) FROM saved_view") == 0)
    }

    @Test(
        "a name is unique per owner, whatever its case and form, and a view keeps its own",
        arguments: TeamAdapter.all)
    func unique(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        for forAll in [false, true] {
            let view = try await anna.views.add(name("Größe é"), .all, forAll: forAll)
            let other = try await anna.views.add(name("other"), .all, forAll: forAll)
            for taken in ["größe É", "GRÖßE  e\u{301}"] {
                await expect(.nameTaken) {
                    try await anna.views.add(name(taken), .all, forAll: forAll)
                }
                await expect(.nameTaken) {
                    try await anna.views.change(other.id, ViewChange(name: name(taken)))
                }
            }
            let (renamed, _) = try await anna.views.change(
                view.id, ViewChange(name: name("GRÖßE é")))
            #expect(renamed.name.text == "GRÖßE é")
        }
    }

    @Test("a user has at most 100 views, and so has the team", arguments: TeamAdapter.all)
    func limit(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let owner = anna.owner.text
        try await test.database.write(as: .server) { transaction in
            for number in 1...TeamView.limit {
                let values: [SQLValue] = [
                    .uuid(UUID()), .text("v\(number)"), .text("v\(number)"),
                ]
                try transaction.execute(
                    """
                    INSERT INTO team_view (id, name, name_key, filter, created_at, changed_at)
                    VALUES (?1, ?2, ?3, '', 0, 0)
                    """, values)
                try transaction.execute(
                    """
                    INSERT INTO saved_view (id, name, name_key, owner, filter, created_at, changed_at)
                    VALUES (?1, ?2, ?3, ?4, '', 0, 0)
                    """, values + [.text(owner)])
            }
        }
        for forAll in [false, true] {
            await expect(.tooMany(.views, limit: 100)) {
                try await anna.views.add(name("one more"), .all, forAll: forAll)
            }
        }
    }

    @Test(
        "a name is a line of at most 64 visible characters, and no UUID",
        arguments: [
            ("", TeamError.Rule.tooShort(1)), (" \n\t", .tooShort(1)), ("a\u{0}b", .malformed),
            ("a\u{1B}[2J", .malformed), ("a\u{202E}b", .malformed), ("a\u{200B}b", .malformed),
            (String(repeating: "a", count: 65), .tooLong(64)),
            (String(repeating: "e\u{301}", count: 10_000), .tooLong(64)),
            ("01890A5D-ac96-774b-bcce-b302099a8057", .malformed),
        ])
    func names(text: String, rule: TeamError.Rule) {
        #expect(throws: TeamError.invalid(.viewName, rule)) { try ViewName(text) }
    }

    @Test(
        "the views of the command line are saved by name, and another user gets them once",
        arguments: TeamAdapter.all)
    func local(adapter: TeamAdapter) async throws {
        let fixture = try HomeFixture()
        let views = fixture.views()
        #expect(try views.all() == [])
        #expect(try await !views.remove(name("a")))
        #expect(try await !views.save(name("Red"), content("color=red")))
        #expect(try await views.save(name("RED"), content("color=blue")))
        #expect(try await !views.save(name("low"), content("max_battery=20")))
        #expect(try await !views.save(name("gone"), .all))
        #expect(try await views.remove(name("GONE")))
        let saved = try fixture.views().all()
        #expect(saved.map(\.name.text) == ["low", "RED"])
        #expect(saved.map(\.content.text) == ["max_battery=20", "color=blue"])

        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        _ = try await anna.views.add(name("red"), content("color=green"))
        let machine = test.team.onMachine()
        let first = try await machine.importLocal(fixture.content(), to: anna.owner)
        #expect(first == ImportReport(views: 1, known: 1))
        #expect(
            try await anna.views.all().map(\.content.text) == ["max_battery=20", "color=green"])
        let second = try await machine.importLocal(fixture.content(), to: anna.owner)
        #expect(second == ImportReport(known: 2))
    }

    @Test("the mirror of a login has its views, one's own before those for everybody")
    func mirror() async throws {
        let fixture = try HomeFixture()
        let login = HomeOwner.login(UUID())
        func view(_ text: String, _ filter: String, forAll: Bool = false) throws -> TeamView {
            TeamView(
                id: UUID(), name: try name(text), content: try content(filter), isForAll: forAll,
                createdAt: Timestamp(seconds: 1), changedAt: Timestamp(seconds: 1))
        }
        _ = try await fixture.views().save(name("Red"), content("color=red"))
        try await fixture.views(login).mirror([
            view("a", "color=blue", forAll: true), view("A", "color=red"), view("b", ""),
        ])
        #expect(try fixture.views(login).all().map(\.content.text) == ["color=red", ""])
        try await fixture.views(login).mirror([view("a", "color=blue", forAll: true)])
        #expect(try fixture.views(login).all().map(\.content.text) == ["color=blue"])
        #expect(try fixture.views().all().map(\.name.text) == ["Red"])
        try await HomeTeamFile(of: fixture.home).remove(login)
        #expect(try fixture.views(login).all() == [])
        #expect(try fixture.views().all().count == 1)
    }
}

extension HomeFixture {
    /// The views of an owner, as another command opens them.
    fileprivate func views(_ owner: HomeOwner = .local) -> HomeViews {
        HomeViews(
            of: owner, in: HomeTeamFile(of: home), now: { Timestamp(seconds: 1_800_000_000) })
    }
}
