import FleetCore
import FleetSQL
import Foundation
import Synchronization

/// A request that its client may send again, because the answer was lost or came too late.
///
/// The client names it by a key. What it adds is written in one transaction with a row of the key,
/// so a repeated request finds that row and gets the same item, also after the server had sent no
/// answer. Keys belong to a user: one that others use names another request.
///
/// ```swift
/// try await RepeatableRequest.$current.withValue(RepeatableRequest("POST /api/v1/views", key: key)) {
///     try await access.views.add(name, content)
/// }
/// ```
public final class RepeatableRequest: Sendable {
    /// The request that this task answers.
    @TaskLocal public static var current: RepeatableRequest?

    /// Time for which a key is known.
    static let lifetime = Duration.seconds(86_400)

    /// One of the items that a request adds.
    struct Step: Sendable {
        /// Names the item among those of its user.
        let key: String
        /// Digest of the request.
        let request: String
        /// The client's text, which is not stored: new secrets are made from it.
        fileprivate let text: String
    }

    private struct State {
        var key: String?
        var content = ""
        /// Whether the key is that of a page, with which people may send several forms.
        var isOfPage = false
        var steps = 0
    }

    private let target: String
    private let state: Mutex<State>

    /// Creates a request.
    /// - Parameters:
    ///   - target: Its method, path and query.
    ///   - key: The client's key; `nil` or an empty text for one that cannot be repeated.
    public init(_ target: String, key: String? = nil) {
        self.target = target
        state = Mutex(State(key: key?.isEmpty == false ? key : nil))
    }

    /// Adds the content, which a repeated request has, too.
    public func setContent(_ bytes: [UInt8]) {
        let digest = SHA256.hex(bytes)
        state.withLock { $0.content = digest }
    }

    /// Sets the key of the page that has sent a form, unless the client has sent one of its own.
    ///
    /// Another form of that page is another request.
    public func setPageKey(_ key: String?) {
        guard let key, !key.isEmpty else { return }
        state.withLock { state in
            guard state.key == nil else { return }
            (state.key, state.isOfPage) = (key, true)
        }
    }

    /// Returns the next item that the current request adds; `nil` if it has no key.
    static func nextStep() -> Step? { current?.step(advancing: 1, hasPassword: false) }

    /// Returns the next item of a request with a password, no digest of which may be stored.
    /// - Parameter count: 0 to return it again the next time.
    static func stepWithPassword(advancing count: Int) -> Step? {
        current?.step(advancing: count, hasPassword: true)
    }

    private func step(advancing count: Int, hasPassword: Bool) -> Step? {
        state.withLock { state in
            guard let key = state.key else { return nil }
            defer { state.steps += count }
            let content = hasPassword ? "" : state.content
            let request = Digest.hex([key, target, content].joined(separator: "\n"))
            let parts = [key, "\(state.steps)"] + (state.isOfPage ? [request] : [])
            return Step(
                key: Digest.hex(parts.joined(separator: "\n")), request: request, text: key)
        }
    }
}

/// An item that a transaction adds, unless an earlier request has added it.
struct AddedItem {
    let id: UUID
    /// Source of the secret of the item, the same one for each repeated request.
    let random: RandomSource
    /// Whether the transaction is to add it.
    let isNew: Bool
}

extension TeamTransaction {
    /// Returns the item of a step, and remembers it.
    /// - Parameters:
    ///   - step: The step; without one, or without an owner, the item is always a new one.
    ///   - random: Source of unpredictable bytes.
    /// - Throws: ``TeamError/keyReused`` if the key belongs to another request.
    func item(
        of step: RepeatableRequest.Step?, for owner: UserID?, _ random: RandomSource
    ) throws -> AddedItem {
        let id = newID()
        guard let step, let owner else { return AddedItem(id: id, random: random, isNew: true) }
        let salt = SHA256.hex(random.bytes(32))
        let count = try sql.execute(
            """
            INSERT INTO request_key (owner, key, request, item, salt, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """,
            [
                .uuid(owner.uuid), .text(step.key), .text(step.request), .uuid(id), .text(salt),
                .time(now),
            ])
        if count > 0 { return AddedItem(id: id, random: step.random(salt), isNew: true) }
        let found = try sql.rows(
            "SELECT item, salt FROM request_key WHERE owner = ?1 AND key = ?2 AND request = ?3",
            [.uuid(owner.uuid), .text(step.key), .text(step.request)]
        ) { row -> AddedItem? in
            guard let id = row.uuid(0), let salt = row.text(1) else { return nil }
            return AddedItem(id: id, random: step.random(salt), isNew: false)
        }
        guard let item = found.first else { throw TeamError.keyReused }
        return item
    }

    /// Returns the sign-in name of a user whom an earlier request has added or given a new password.
    /// - Parameter column: The column that names the user.
    func userName(of step: RepeatableRequest.Step?, _ column: String, _ value: SQLValue)
        throws -> String?
    {
        guard let step else { return nil }
        return try sql.rows(
            """
            SELECT name FROM team_user JOIN request_key ON owner = team_user.id
            WHERE team_user.\(column) = ?1 AND key = ?2 AND request = ?3
            """, [value, .text(step.key), .text(step.request)]
        ) { $0.text(0) }.first
    }
}

extension RepeatableRequest.Step {
    /// Returns the source of a secret, which can be computed only with the client's text and the
    /// stored salt.
    fileprivate func random(_ salt: String) -> RandomSource {
        RandomSource { [text] count in
            let blocks = (0...(count / 32)).map { number in
                var hash = SHA256()
                hash.update(Array("\(salt)\n\(number)\n\(text)".utf8))
                return hash.bytes()
            }
            return Array(blocks.joined().prefix(count))
        }
    }
}

extension UserTransaction {
    /// Returns the item of a step of a request of this user, and remembers it.
    /// - Throws: ``TeamError/keyReused``.
    func item(
        of step: RepeatableRequest.Step?, _ random: RandomSource = .system
    ) throws -> AddedItem {
        try transaction.item(of: step, for: owner, random)
    }
}
