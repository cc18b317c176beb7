package import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
package import FleetTeam

extension CommandContext {
    /// Opens the team of the home or of the database, which is created if it does not exist.
    package func openTeam(
        registration: Team.Registration = .invite, auditDays: Int = 90, reporterDays: Int = 7,
        passwords: PasswordHasher
    ) throws -> Team {
        Team(
            database: try teamDatabase(), passwords: passwords,
            registration: registration, auditRetention: .seconds(auditDays * 86_400),
            reporterRetention: .seconds(reporterDays * 86_400), now: { now() })
    }

    /// Whether there is a team: a user, or a database for one; commands that only read create none.
    package var hasTeam: Bool {
        get throws { try usesDatabase || HomeTeamFile(of: home(), isReadOnly: true).hasUsers() }
    }

    /// Returns the functions of the machine's administrator.
    package func administration() throws -> Administration {
        try openTeam(passwords: PasswordHasher(threads: 1, queue: 0)).onMachine()
    }

    /// Runs a change of the user with a name.
    /// - Throws: `CommandError` (66) if there is no such user; `TeamError`.
    package func withUser<Outcome>(
        _ name: String, _ body: (Administration, User) async throws -> Outcome
    ) async throws -> Outcome {
        let name = try UserName(name)
        guard try hasTeam else { throw Self.noUser(name) }
        let administration = try administration()
        let user: User
        do {
            user = try await administration.user(named: name)
        } catch TeamError.notFound {
            throw Self.noUser(name)
        }
        return try await body(administration, user)
    }

    private static func noUser(_ name: UserName) -> CommandError {
        CommandError(
            .noInput, "there is no user named \(name.text)",
            hint: "run `fleet user list` to see the users")
    }

    /// Copies the favorites and notes of the command line to a user.
    /// - Returns: The result, and the number of photos, which are not copied.
    package func importLocal(
        to user: User, _ administration: Administration
    ) async throws -> (report: ImportReport, photos: Int) {
        let file = HomeTeamFile(of: try home(), isReadOnly: true)
        let local = try file.read {
            try OwnerContent(reading: $0, of: HomeOwner.local.uuid)
        }
        let content = local ?? OwnerContent()
        return (try await administration.importLocal(content, to: user.id), content.photos)
    }

    /// Returns the origin for links to the server.
    /// - Parameter option: The value of `--public-url`; `nil` for the origin that the last server
    ///   of the home had.
    /// - Throws: `CommandError` (64) if none is known.
    package func publicURL(_ option: String?) async throws -> String {
        if let option { return option }
        if let url = try await serverSettings().publicURL() { return url }
        throw CommandError.usage(
            "the address of the server is not known",
            hint: "start `fleet serve` once, or add --public-url https://HOST; of a service of "
                + "systemd, run `sudo fleet-admin user …`")
    }

    /// Prints a link with a secret, and for how long it is valid.
    package func printLink(_ link: Link, _ path: String, at publicURL: String) throws {
        try output.write("\(publicURL)/\(path)=\(link.secret.reveal())\n")
        output.log("the link works once, until \(LocalTime.text(link.expiresAt))")
    }
}

extension User {
    private static var columns: [RecordList.Column<User>] {
        [
            .init("name") { .text($0.name) },
            .init("display_name") { FieldValue($0.displayName) },
            .init("role") { .text($0.role.rawValue) },
            .init("created_at") { FieldValue($0.createdAt) },
            .init("last_seen_at") { FieldValue($0.lastSeenAt) },
            .init("disabled") { .flag($0.isDisabled) },
        ]
    }

    /// Names of the fields of a list of users.
    package static var fieldNames: [String] { columns.map(\.name) }

    /// Returns a list of users.
    package static func list(_ users: [User]) -> RecordList {
        RecordList("users", columns: columns, rows: users)
    }
}
