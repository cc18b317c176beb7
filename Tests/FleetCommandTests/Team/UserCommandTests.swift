import FleetCore
import FleetSQLite
import FleetSettings
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@Suite("fleet user administers the people of a server", .slots)
struct UserCommandTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private func team() throws -> Team {
        Team(
            database: try SQLiteTeamDatabase(path: home.path(of: "team.sqlite")),
            passwords: try PasswordHasher(threads: 1),
            now: { Timestamp(seconds: Date().timeIntervalSince1970) })
    }

    private func add(_ name: String, _ role: Role) async throws {
        _ = try await team().onMachine().addUser(
            UserName(name), role: role, password: Password(password))
    }

    private let password = "correct horse battery"
    private let client = Client(address: nil)

    @Test("a user is added with the password on standard input, and can sign in")
    func add() async throws {
        let added = try await home.shell(
            "printf '\(password)\\n' | fleet user add Anna --role administrator --password-stdin"
        ).succeeded()
        #expect(added.errorLines == ["added anna as administrator"])
        let access = try await team().signIn(
            name: "anna", password: Password(password), from: client
        ).access
        #expect(access.role == .administrator)
        try await home.shell(
            "printf 'short' | fleet user add bob --role viewer --password-stdin"
        ).failed(65, "the password is shorter than 10 characters", "correct it and try again")
        try await home.shell(
            "printf '\(password)' | fleet user add ANNA --role viewer --password-stdin"
        ).failed(64, "the name is taken", "choose another name")
    }

    @Test("a user is added with a name for colleagues, which the list shows")
    func displayName() async throws {
        let added = try await home.shell(
            "printf '\(password)' | fleet user add anna --display-name ' Anna  Berg '"
                + " --role member --password-stdin"
        ).succeeded()
        #expect(added.errorLines == ["added anna (Anna Berg) as member"])
        let csv = try await home.run(
            "user", "list", "--format", "csv", "--fields", "name,display_name")
        #expect(csv.succeeded().text == "name,display_name\nanna,Anna Berg\n")
        try await home.shell(
            "printf '\(password)' | fleet user add bob --display-name anna"
                + " --role member --password-stdin"
        ).failed(64, "the name is taken", "choose another name")
    }

    @Test("on a terminal the password is asked for twice, and not shown")
    func prompt() async throws {
        let screen = try await TmuxScreen(home, "user", "add", "anna", "--role", "member")
        try await screen.waitUntil("Password for anna:")
        try await screen.type(password + "\n")
        try await screen.waitUntil("Password for anna, again:")
        try await screen.type(password + "\n")
        try await screen.waitUntil("added anna as member")
        try await screen.expectExit(0)
        #expect(try await !screen.rows.contains { $0.contains("horse") })
    }

    @Test("Ctrl-C instead of a password ends the command and shows what is typed again")
    func interruptedPrompt() async throws {
        let screen = try await TmuxScreen(home, "user", "add", "anna", "--role", "member")
        try await screen.waitUntil("Password for anna:")
        try await screen.press("C-c")
        try await screen.expectExit(130)
        #expect(try !home.files.contains("team.sqlite"))
    }

    @Test("the users are listed in all formats")
    func list() async throws {
        let empty = try await home.run("user", "list").succeeded()
        #expect(empty.text == "")
        #expect(
            empty.errorLines == [
                "there are no users; add one with `fleet user add NAME --role administrator`"
            ])
        #expect(try !home.files.contains("team.sqlite"))
        try await add("bob", .viewer)
        try await add("anna", .administrator)
        _ = try await home.run("user", "disable", "bob").succeeded()
        let table = try await home.run("user").succeeded()
        #expect(table.lines[0].split(separator: " ").first == "NAME")
        #expect(table.lines.count == 3)
        let json = try await home.run("user", "list", "--json").succeeded().json()
        let users = try #require(json["users"] as? [[String: Any]])
        #expect(users.map { $0["name"] as? String } == ["anna", "bob"])
        #expect(users.map { $0["role"] as? String } == ["administrator", "viewer"])
        #expect(users.map { $0["disabled"] as? Bool } == [false, true])
        let csv = try await home.run("user", "list", "--format", "csv", "--fields", "name,role")
        #expect(csv.succeeded().text == "name,role\nanna,administrator\nbob,viewer\n")
    }

    @Test("an invitation is a link to the server of the home, or to a given address")
    func invite() async throws {
        try await home.run("user", "invite", "--role", "member").failed(
            64, "the address of the server is not known",
            "start `fleet serve` once, or add --public-url https://HOST; of a service of systemd, run "
                + "`sudo fleet-admin user …`")
        let given = try await home.run(
            "user", "invite", "--role", "member", "--public-url", "https://Fleet.example/"
        ).succeeded()
        let start = "https://fleet.example/register?invitation="
        #expect(given.text.hasPrefix(start))
        #expect(given.errorText.hasPrefix("the link works once, until 20"))
        let secret = try #require(BearerSecret(String(given.lines[0].dropFirst(start.count))))
        #expect(try await team().role(ofInvitation: secret) == .member)

        let environment = ["FLEET_HOME": home.path]
        let file = ServerFile(home: try Home { environment[$0] })
        try await file.setPublicURL("https://team.example:8443")
        let recorded = try await home.run("user", "invite", "--role", "viewer").succeeded()
        #expect(recorded.text.hasPrefix("https://team.example:8443/register?invitation="))
        let attributes = try FileManager.default.attributesOfItem(
            atPath: home.path(of: "server.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a link for a new password ends the old one")
    func resetPassword() async throws {
        try await add("anna", .member)
        let reset = try await home.run(
            "user", "reset-password", "anna", "--public-url", "https://fleet.example"
        ).succeeded()
        let start = "https://fleet.example/reset?link="
        #expect(reset.text.hasPrefix(start))
        let secret = try #require(BearerSecret(String(reset.lines[0].dropFirst(start.count))))
        #expect(try await team().userName(ofResetLink: secret) == "anna")
        await #expect(throws: TeamError.wrongPassword) {
            try await team().signIn(name: "anna", password: Password(password), from: client)
        }
    }

    @Test("roles change, and people are disabled, enabled and removed")
    func changes() async throws {
        try await add("anna", .administrator)
        try await add("bob", .viewer)
        #expect(
            try await home.run("user", "set-role", "bob", "administrator").succeeded().errorLines
                == ["bob is now an administrator"])
        #expect(
            try await home.run("user", "disable", "anna").succeeded().errorLines
                == ["disabled anna, and ended the sessions and tokens"])
        for line in ["set-role bob viewer", "disable bob", "remove bob --yes"] {
            let arguments = ["user"] + line.split(separator: " ").map(String.init)
            try await home.run(arguments).failed(
                64, "the team needs an administrator", "make somebody else an administrator first")
        }
        #expect(
            try await home.run("user", "enable", "anna").succeeded().errorLines == ["enabled anna"])
        try await home.run("user", "remove", "bob").failed(
            64, "bob was not removed", "--yes removes the user")
        #expect(
            try await home.run("user", "remove", "bob", "--yes").succeeded().errorLines
                == ["removed bob"])
        #expect(try await team().onMachine().users().map(\.name) == ["anna"])
    }

    @Test("a user who does not exist, and a name or an address that cannot be, are errors")
    func mistakes() async throws {
        try await home.run("user", "disable", "bob").failed(
            66, "there is no user named bob", "run `fleet user list` to see the users")
        try await home.run("user", "remove", "a/b", "--yes").failed(
            64, "the name is not valid",
            "use letters, digits and . _ - @ +, without spaces")
        try await home.run(
            "user", "invite", "--role", "member", "--public-url", "fleet.example"
        ).failed(
            64, "--public-url must be an address such as https://fleet.example.com",
            "run `fleet user invite --help`")
        #expect(try !home.files.contains("team.sqlite"))
    }

    @Test("the favorites and notes of the command line are copied to a user, once")
    func importLocal() async throws {
        try await add("anna", .member)
        let path = try home.write(
            #"{"vehicles":[{"identificationCode":"A1","color":"Red","lat":48.5,"lng":2.25}]}"#,
            to: "feed.json")
        _ = try await home.run("source", "add", "town", path).succeeded()
        _ = try await home.run("favorite", "add", "A1", "--source", "town").succeeded()
        _ = try await home.run("note", "add", "A1", "brake is loose", "--source", "town")
            .succeeded()
        let copied = try await home.run("user", "import-local", "anna").succeeded()
        #expect(copied.errorLines == ["copied 1 favorite and 1 note to anna"])
        let again = try await home.run("user", "import-local", "anna").succeeded()
        #expect(
            again.errorLines == [
                "copied 0 favorites and 0 notes to anna", "skipped 2 copied before",
            ])
        let access = try await team().signIn(
            name: "anna", password: Password(password), from: client
        ).access
        let note = try #require(try await access.notes.all().first)
        #expect(note.content.text == "brake is loose")
        #expect(note.content.vehicleID == "A1")
        #expect(note.content.visibility == .private)
        #expect(try await access.favorites.all(of: note.content.source).map(\.vehicleID) == ["A1"])
    }
}
