import FleetClient
import FleetCore
import FleetFeeds
import FleetSQL
import FleetSQLite
package import FleetSettings
package import FleetTeam
import Foundation
import POSIX
import SystemPackage

extension TeamAccount {
    /// Days until the token of a login expires.
    private static let tokenDays = 90

    /// Logs in with a name and a password, for which the server makes an API token.
    package func logIn(
        to url: String, name: String, password: Password
    ) async throws -> TeamLogin {
        var server = try TeamServer(url, in: context)
        try server.requirePrivate()
        let response = try await server.send(
            .post, TeamServer.path("session"),
            json: ["name": name, "password": password.reveal()])
        let user = try server.decode(TeamUser.self, response)
        let cookie = response.headers["set-cookie"] ?? ""
        server.authorization = .session(String(cookie.prefix { $0 != ";" }))
        let scope = user.role == Role.viewer.rawValue ? TokenScope.read : .write
        let token = try await server.token(
            named: "fleet on \(ProcessInfo.processInfo.hostName.prefix(80))", scope,
            days: Self.tokenDays)
        _ = try? await server.send(.delete, TeamServer.path("session"))
        return try await logIn(to: url, token: token)
    }

    /// Logs in with an API token.
    package func logIn(to url: String, token: String) async throws -> TeamLogin {
        let login = try await checkedLogin(token, at: url, revision: context.newUUID())
        // A file that cannot be read is replaced.
        let former = try? file().load()
        try await file().save(login)
        if let former, former.token != login.token { await revoke(former) }
        if let former, former.cacheName != login.cacheName {
            try await removeCache(of: former, keepingDrafts: true)
        }
        return login
    }

    /// Ends the login of the home: revokes its token and deletes the cached data of the server.
    /// - Returns: The login; `nil` if there was none.
    /// - Throws: `CommandError` (64) for a login of the environment, or while notes have not been
    ///   sent.
    package func logOut(discardingDrafts: Bool) async throws -> TeamLogin? {
        guard !isScripted else {
            throw CommandError.usage(
                "the login is in the environment",
                hint: "unset FLEET_SERVER; revoke the token on the account page of the server")
        }
        guard let login = try file().load() else { return nil }
        let unsent = try NoteDrafts(of: login, in: context).all()
        guard unsent.isEmpty || discardingDrafts else {
            throw CommandError.usage(
                "\(ShortText.count(unsent.count, "note")) not sent yet would be lost",
                hint: "send them with `fleet note send`, or add --discard-drafts")
        }
        await revoke(login)
        try await file().remove()
        try await removeCache(of: login)
        return login
    }

    private func revoke(_ login: TeamLogin) async {
        do {
            try await TeamServer(of: login, in: context).send(.delete, TeamServer.path("session"))
        } catch let error as TeamServerError where error.status == 401 {
            // It had expired already.
        } catch {
            context.output.warn(
                ErrorReport(error).cause + "; revoke the token \"fleet on …\" on the account page")
        }
    }

    /// Deletes the cached data of a server's sources.
    /// - Parameter keepingDrafts: Whether notes that were not sent stay until the user logs in
    ///   again.
    private func removeCache(of login: TeamLogin, keepingDrafts: Bool = false) async throws {
        let home = try context.home()
        let uuids = login.sources.map { login.uuid(of: $0) }
        for source in login.sources {
            guard let key = try? ResolvedSource(team: TeamSource(login: login, source: source)).key
            else { continue }
            await SourceRemoval(in: context).notifyLeaders(of: key)
        }
        let path = home.teamStorePath(of: login)
        if FileSystem.exists(FilePath(path)) {
            // Snapshots may also be in the fallback.
            let store = try HomeStore(path: path, fallback: FallbackFile(of: home) { _ in })
            for uuid in uuids { try await store.snapshots.remove(uuid) }
            try store.close()
        }
        try await HomeTeamFile(of: home).remove(
            .login(login.ownerID), keepingDrafts: keepingDrafts)
        for uuid in uuids { PictureCache(home: home).remove(uuid) }
        let folder = home.teamFolder(of: login)
        if FileSystem.exists(FilePath(folder)) { try removeFolder(folder) }
        let parent = FilePath(folder).removingLastComponent().string
        let others = try? FileManager.default.contentsOfDirectory(atPath: parent)
        if others == [] { try removeFolder(parent) }
        try await context.preferencesFile().update { preferences in
            for uuid in uuids { preferences.setColors(.all, of: uuid) }
        }
    }

    private func removeFolder(_ path: String) throws(CommandError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw CommandError(
                .ioError, "cannot delete \(path)", hint: "check its permissions, and delete it")
        }
    }

    /// Returns the numbers of favorites, notes and photos that the sources of this home have, by
    /// name.
    package func localAnnotations() throws -> [(source: String, counts: AnnotationCounts)] {
        let preferences = try context.preferences().get()
        let file = HomeTeamFile(of: try context.home(), isReadOnly: true)
        return try preferences.sourceNames.compactMap { name in
            guard let uuid = preferences.sources[name]?.uuid else { return nil }
            let counts = try HomeAnnotations(of: uuid, in: context, file).counts()
            return counts.isEmpty ? nil : (name, counts)
        }
    }
}

extension TeamServer {
    private struct NewToken: Encodable {
        var name: String
        var scope: String
        var days: Int
    }

    private struct Token: Decodable {
        var token: String
    }

    fileprivate func token(
        named name: String, _ scope: TokenScope, days: Int
    ) async throws -> String {
        let response = try await send(
            .post, Self.path("tokens"),
            json: NewToken(name: name, scope: scope.rawValue, days: days))
        return try decode(Token.self, response).token
    }
}
