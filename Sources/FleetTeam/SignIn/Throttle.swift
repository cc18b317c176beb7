import FleetCore
import FleetSQL

/// Delay of attempts to sign in after failures, so that passwords cannot be guessed.
///
/// | failures | 0–4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 and more |
/// |---|---|---|---|---|---|---|---|---|
/// | delay | none | 15 s | 30 s | 1 min | 2 min | 4 min | 8 min | 15 min |
///
/// Failures are counted per account, per network and per pair of both, also for names that do not
/// exist. They are forgotten an hour after the last one, as in
/// `Throttle(in: transaction).countFailure(of: subjects.network)`.
struct Throttle {
    let transaction: TeamTransaction

    init(in transaction: TeamTransaction) { self.transaction = transaction }

    /// Failures without a delay.
    static let allowance: Int64 = 5
    /// Time after which failures are forgotten.
    static let memory = Duration.seconds(3600)
    /// Time ahead from which a failure is by a wrong clock, and delays no sign-in.
    static let horizon = Duration.seconds(300)

    /// Returns the time from the last failure to the next attempt.
    static func delay(afterFailures failures: Int64) -> Duration {
        guard failures >= allowance else { return .zero }
        return min(.seconds(15 << min(failures - allowance, 6)), .seconds(900))
    }
}

/// The subjects for which the failures of an attempt are counted.
struct ThrottleSubjects: Sendable {
    /// The name of the account.
    let name: String
    /// The account and its pair with the network, which an attempt counts for until it succeeds: so
    /// attempts at the same time do not evade the limit.
    let account: [String]
    /// The network, which only failures count for: many people may share one.
    let network: [String]
    /// Registration from the network, apart from signing in.
    let registration: [String]

    var all: [String] { account + network }

    init(name: String, _ client: Client) {
        self.name = name
        let network = client.address?.network ?? "unknown"
        account = ["account \(name)", "pair \(network) \(name)"].map(Digest.hex)
        self.network = [Digest.hex("network \(network)")]
        registration = [Digest.hex("registration \(network)")]
    }
}

extension Throttle {
    /// Throws ``TeamError/throttled(until:)`` while one of the subjects is delayed.
    func requireNoDelay(of subjects: [String]) throws {
        let until = try subjects.flatMap { subject in
            try transaction.sql.rows(
                """
                SELECT failures, last_failed_at FROM throttle
                WHERE subject = ?1 AND last_failed_at > ?2 AND last_failed_at <= ?3
                """,
                [
                    .text(subject), .time(transaction.now - Throttle.memory),
                    .time(transaction.now + Throttle.horizon),
                ]
            ) { row in
                row.time(1).map { $0 + Throttle.delay(afterFailures: row.integer(0) ?? 0) }
            }
        }.max()
        if let until, until > transaction.now { throw TeamError.throttled(until: until) }
    }

    /// Counts a failure of each subject.
    func countFailure(of subjects: [String]) throws {
        for subject in subjects {
            try transaction.sql.execute(
                """
                INSERT INTO throttle (subject, failures, last_failed_at) VALUES (?1, 1, ?2)
                ON CONFLICT (subject) DO UPDATE SET
                    failures = CASE
                        WHEN throttle.last_failed_at > ?3 AND throttle.last_failed_at <= ?4
                            THEN throttle.failures + 1
                        ELSE 1 END,
                    last_failed_at = ?2
                """,
                [
                    .text(subject), .time(transaction.now),
                    .time(transaction.now - Throttle.memory),
                    .time(transaction.now + Throttle.horizon),
                ])
        }
    }

    /// Takes back a failure of each subject.
    func uncountFailure(of subjects: [String]) throws {
        for subject in subjects {
            try transaction.sql.execute(
                "DELETE FROM throttle WHERE subject = ?1 AND failures = 1", [.text(subject)])
            try transaction.sql.execute(
                "UPDATE throttle SET failures = failures - 1 WHERE subject = ?1 AND failures > 1",
                [.text(subject)])
        }
    }

    /// Forgets the failures of the subjects.
    func forgetFailures(of subjects: [String]) throws {
        for subject in subjects {
            try transaction.sql.execute("DELETE FROM throttle WHERE subject = ?1", [.text(subject)])
        }
    }
}
