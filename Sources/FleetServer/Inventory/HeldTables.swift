import FleetCore
import FleetTeam
import Foundation
import HTTPTypes
import Synchronization

/// Tables that administrators have sent, between the preview and its confirmation.
///
/// They are only in the memory of this server, a few of them for a short time, and each is for the
/// person who sent it.
final class HeldTables: Sendable {
    private struct Upload {
        let id: UUID
        let person: UserID
        /// The source whose rows it replaces; `nil` for a new one.
        let source: UUID?
        let bytes: [UInt8]
        let at: Timestamp
    }

    private static let maxCount = 4
    private static let lifetime = Duration.seconds(1800)

    private let uploads = Mutex<[Upload]>([])

    /// Keeps a table, and removes the one before of the person, and the oldest one if there are too
    /// many; returns its ID.
    func hold(
        _ bytes: [UInt8], for source: UUID?, of person: UserID, at now: Timestamp
    ) -> UUID {
        let upload = Upload(id: UUID(), person: person, source: source, bytes: bytes, at: now)
        uploads.withLock { uploads in
            uploads.removeAll { $0.person == person || Self.isOver($0, at: now) }
            uploads = uploads.suffix(Self.maxCount - 1) + [upload]
        }
        return upload.id
    }

    /// Returns a table.
    /// - Throws: `Problem` (410) if it is not kept any more.
    func table(
        _ id: String?, for source: UUID?, of person: UserID, at now: Timestamp
    ) throws(Problem) -> [UInt8] {
        let found = uploads.withLock { uploads in
            uploads.first {
                $0.id.uuidString == id && $0.person == person && $0.source == source
                    && !Self.isOver($0, at: now)
            }?.bytes
        }
        guard let found else {
            throw Problem(.gone, "The preview is over.", hint: "Choose the file again.")
        }
        return found
    }

    /// Removes the table of a person.
    func remove(of person: UserID) {
        uploads.withLock { $0.removeAll { $0.person == person } }
    }

    private static func isOver(_ upload: Upload, at now: Timestamp) -> Bool {
        now > upload.at + lifetime
    }
}
