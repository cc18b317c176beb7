package import FleetClient
import FleetCore
import FleetFeeds
package import FleetSettings
import Foundation
import Synchronization

extension CommandContext {
    /// Variables of scripts that use a team's server without `fleet login`.
    private static let (serverVariable, tokenVariable) = ("FLEET_SERVER", "FLEET_TOKEN")

    /// Returns the server of a login.
    package func server(of login: TeamLogin) throws -> TeamServer {
        var server = try teamServer(login.url)
        server.authorization = .token(login.token)
        return server
    }

    /// Returns the login of this process: that of the environment, or else that of the home, with
    /// the server's sources as they are now.
    ///
    /// While the server cannot be reached, the sources are those of the last time.
    /// - Parameter offline: Whether no request is made for a login of the home.
    /// - Throws: `TeamServerError` if the token is not accepted.
    package func login(offline: Bool = false) async throws -> TeamLogin? {
        if let url = serverVariableValue {
            return try await scriptedLogin(url)
        }
        guard let login = try loginFile().load() else { return nil }
        if offline { return login }
        do {
            let sources = try await server(of: login).sources()
            guard sources != login.sources else { return login }
            return try await loginFile().update(login.revision) { $0.sources = sources } ?? login
        } catch  where error.isTeamServerOutage {
            log("team: \(ErrorReport(error).cause)")
            return login
        }
    }

    /// The server of the environment's login; `nil` without one.
    var serverVariableValue: String? { environmentVariable(Self.serverVariable) }

    /// Whether the environment has a login, which commands cannot change.
    package var hasScriptedLogin: Bool { serverVariableValue != nil }

    /// Returns the file of the login of the home.
    package func loginFile() throws -> TeamLoginFile { TeamLoginFile(home: try home()) }

    private func scriptedLogin(_ url: String) async throws -> TeamLogin {
        guard let token = environmentVariable(Self.tokenVariable) else {
            throw CommandError(
                .noPermission, "\(Self.tokenVariable) is not set",
                hint: "set it to an API token of \(Location.redacted(url)), or unset "
                    + Self.serverVariable)
        }
        if let login = connections.scripted { return login }
        let login = try await checkedLogin(token, at: url, revision: UUID(sourceName: token))
        connections.scripted = login
        return login
    }

    /// Returns the login with a token, after a check.
    func checkedLogin(
        _ token: String, at url: String, revision: UUID
    ) async throws -> TeamLogin {
        var server = try teamServer(url)
        try requirePrivate(server)
        server.authorization = .token(try Self.checkedToken(token))
        let user = try await server.user()
        return TeamLogin(
            url: server.url, userID: user.id, userName: user.name, token: token,
            revision: revision, sources: try await server.sources())
    }

    /// Returns a server without an authorization.
    /// - Throws: `FeedFailure` if the address is not valid.
    func teamServer(_ url: String) throws(FeedFailure) -> TeamServer {
        TeamServer(
            client: try connections.client(of: url) { () throws(FeedFailure) in
                try apiClient(url)
            })
    }

    /// - Throws: `CommandError` (64) if secrets would be sent in the clear.
    func requirePrivate(_ server: TeamServer) throws(CommandError) {
        guard !server.client.isPrivate else { return }
        throw .usage(
            "\(server.url) would receive passwords over the network in the clear",
            hint: "use the https address of the server")
    }

    /// - Throws: `CommandError` (65) for text that cannot be a token.
    private static func checkedToken(_ token: String) throws(CommandError) -> String {
        let isPlain = token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard isPlain, (1...1024).contains(token.utf8.count) else {
            throw CommandError(
                .data, "this is not an API token",
                hint: "create one on the account page of the server")
        }
        return token
    }
}

extension CommandContext {
    /// Checks the address of a server before secrets are asked for.
    /// - Throws: `FeedFailure` or `CommandError` (64) if it cannot be used.
    package func checkServer(_ url: String) throws {
        try requirePrivate(try teamServer(url))
    }

    /// Returns the login of this process.
    /// - Throws: `CommandError` (77) without one.
    package func requiredLogin() async throws -> TeamLogin {
        guard let login = try await login() else {
            throw CommandError(
                .noPermission, "there is no login to a team's server",
                hint: "run `fleet login URL`")
        }
        return login
    }

    /// Returns the user of the login, as the server knows it now.
    package func currentUser() async throws -> (TeamUser, TeamLogin) {
        let login = try await requiredLogin()
        return (try await server(of: login).user(), login)
    }

    /// Makes the source `team:NAME` the default; returns false for another name.
    /// - Throws: `CommandError` (66, 77) for an unknown name, or without a login of the home.
    package func useTeamSource(_ name: String) async throws -> Bool {
        guard name.hasPrefix(TeamSource.prefix) else { return false }
        guard let team = try TeamSource.find(name, in: await login()) else { return false }
        guard !hasScriptedLogin else {
            throw CommandError.usage(
                "the login is in the environment", hint: "unset FLEET_SERVER, or use --source")
        }
        let id = team.source.id
        _ = try await loginFile().update(team.login.revision) { $0.defaultSource = id }
        return true
    }

    /// Makes the default source of the preferences that of all commands.
    package func useNoTeamSource() async throws {
        guard let login = try loginFile().load() else { return }
        _ = try await loginFile().update(login.revision) { $0.defaultSource = nil }
    }

    /// Clears the saved colors of a source.
    package func clearColors(of selected: ResolvedSource, since known: Preferences) async throws {
        guard let uuid = selected.filterUUID else { return }
        if let team = selected.team {
            try await server(of: team.login).save(.all, of: team.name)
        }
        try await sourceCatalog().update(since: known) { $0.setColors(.all, of: uuid) }
    }

    /// Returns a message about the notes that a team's server has not received; `nil` without any.
    package func unsentNotes(of selected: ResolvedSource) throws -> String? {
        guard let team = selected.team else { return nil }
        let count = try drafts(of: team.login).all().count
        guard count > 0 else { return nil }
        return "\(ShortText.count(count, "note")) not sent yet; send with `fleet note send`"
    }
}
