import FleetCore
import FleetSQL
import Foundation
import Synchronization
import Testing

@testable import FleetTeam

/// A team with a manual clock, reproducible randomness and cheap passwords.
struct TestTeam: Sendable {
    let team: Team
    let database: any TeamDatabase
    let clock: ManualClock

    init(
        _ database: any TeamDatabase, registration: Team.Registration = .invite,
        passwords: PasswordHasher? = nil, clock: ManualClock = ManualClock()
    ) throws {
        (self.database, self.clock) = (database, clock)
        team = Team(
            database: database, passwords: try passwords ?? .cheap, registration: registration,
            now: { clock.now })
    }

    init(_ adapter: TeamAdapter, registration: Team.Registration = .invite) throws {
        try self.init(adapter.make(), registration: registration)
    }

    /// Adds a user on the machine and signs in.
    func user(_ name: String, _ role: Role = .member) async throws -> SignedIn {
        _ = try await team.onMachine().addUser(
            UserName(name), role: role, password: Password(password))
        return try await signIn(name)
    }

    func signIn(
        _ name: String, _ password: String = password, from client: Client = home
    ) async throws -> SignedIn {
        try await team.signIn(name: name, password: Password(password), from: client)
    }

    func access(_ secret: BearerSecret) async throws -> Access {
        try await team.access(session: secret, from: home)
    }

    func id(_ name: String) async throws -> UserID {
        try await team.onMachine().user(named: UserName(name)).id
    }

    /// Returns the integer that a query returns.
    func integer(_ sql: String, _ values: [SQLValue] = []) async throws -> Int64 {
        try await database.read(as: .server) { try $0.integer(sql, values) }
    }
}

let password = "correct horse battery"
let home = client(192, 0, 2, 1)
let source = UUID()

/// Returns a client with an address of version 4.
func client(_ bytes: UInt8...) -> Client {
    Client(address: IPAddress(bytes), agent: "Firefox")
}

/// A clock that stands still.
final class ManualClock: Sendable {
    private let time = Mutex(Timestamp(seconds: 1_800_000_000))

    var now: Timestamp { time.withLock(\.self) }

    func advance(by interval: Duration) {
        time.withLock { $0 = $0 + interval }
    }
}

extension Duration {
    static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    static func hours(_ count: Int) -> Duration { .seconds(3600 * count) }
    static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
    static let second = Duration.seconds(1)
}

extension PasswordHasher {
    /// A hasher that takes a millisecond.
    static var cheap: PasswordHasher {
        get throws { try PasswordHasher(cost: Cost(passes: 1, memory: 8192)) }
    }
}

/// Expects that `body` throws a certain error.
func expect<T>(
    _ error: TeamError, _ location: SourceLocation = #_sourceLocation,
    from body: () async throws -> T
) async {
    await #expect(throws: error, sourceLocation: location) { _ = try await body() }
}
