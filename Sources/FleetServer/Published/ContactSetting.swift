import FleetCore
import FleetTeam
import HTTPTypes
import Synchronization

/// The email address for questions about published feeds (GBFS: `feed_contact_email`).
package final class ContactSetting: Sendable {
    /// Time after which the address is read again, because another server may have changed it.
    private static let rereadInterval = Duration.seconds(5)

    private struct Cached {
        var address: String?
        var readAt: ContinuousClock.Instant
    }

    /// Whether administrators choose; otherwise the command line has.
    let canChange: Bool
    private let cached = Mutex<Cached?>(nil)
    private let load: @Sendable () async throws -> String?
    private let save: @Sendable (String) async throws -> Void

    /// Creates the setting of the command line.
    /// - Parameter address: The address; `nil` for none.
    package init(_ address: String?) {
        canChange = false
        (load, save) = ({ address }, { _ in })
    }

    /// Creates the setting of administrators.
    /// - Parameters:
    ///   - load: Reads the stored address; `nil` without one.
    ///   - save: Stores an address.
    package init(
        load: @escaping @Sendable () async throws -> String?,
        save: @escaping @Sendable (String) async throws -> Void
    ) {
        canChange = true
        (self.load, self.save) = (load, save)
    }

    /// Returns the address; `nil` without one.
    func address() async throws -> String? {
        let now = ContinuousClock.now
        if let cached = cached.withLock(\.self), now - cached.readAt < Self.rereadInterval {
            return cached.address
        }
        let address = try await load()
        cached.withLock { $0 = Cached(address: address, readAt: now) }
        return address
    }

    /// Stores the address that an administrator typed.
    /// - Throws: `Problem` (422) for an invalid address, (409) if `--contact` sets it.
    func set(_ typed: String, as administration: Administration) async throws {
        guard canChange else {
            throw Problem(
                .conflict, "The contact address is set on the command line.",
                hint: "Start the server without --contact.", parameter: "contact")
        }
        guard EmailAddress.isValid(typed) else {
            throw Problem(
                .unprocessableContent, "The contact is not an email address.",
                hint: "Use an address such as fleet@example.com.", parameter: "contact")
        }
        try await save(typed)
        cached.withLock { $0 = Cached(address: typed, readAt: .now) }
        try await administration.record(.settingsChanged, subject: "contact: \(typed)")
    }
}
