public import FleetCore
import FleetSQL
public import Foundation

/// A problem of a vehicle that a finder reports.
public struct NewReport: Equatable, Sendable {
    /// What is wrong, of one or more lines.
    public var text: String
    /// How the finder can be reached, for members only.
    public var contact: String?
    /// The UUID of the source of the vehicle.
    public var source: UUID
    /// The stable ID of the vehicle.
    public var vehicleID: String
    /// The position of the vehicle.
    public var position: Position?
    /// The time of that position.
    public var seenAt: Timestamp?

    /// Creates a report.
    public init(
        _ text: String, contact: String? = nil, about vehicle: String, of source: UUID,
        position: Position? = nil, seenAt: Timestamp? = nil
    ) {
        (self.text, self.contact, vehicleID, self.source) = (text, contact, vehicle, source)
        (self.position, self.seenAt) = (position, seenAt)
    }

    /// Returns the task that the report makes.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public func content() throws(TeamError) -> NoteContent {
        let text = text.plain { $0 == "\n" || $0 == "\t" }
        let contact = (contact ?? "").plain { _ in false }.split(separator: " ")
            .joined(separator: " ")
        guard text.unicodeScalars.count <= FinderReport.maxTextLength else {
            throw .invalid(.text, .tooLong(FinderReport.maxTextLength))
        }
        guard contact.unicodeScalars.count <= FinderReport.maxContactLength else {
            throw .invalid(.contact, .tooLong(FinderReport.maxContactLength))
        }
        return try NoteContent(
            text: text, source: source, vehicleID: vehicleID, position: position, seenAt: seenAt,
            visibility: .team, task: .init(),
            report: FinderReport(contact: Note.isBlank(contact) ? nil : contact)
        ).checked()
    }
}

extension String {
    /// Returns the text without characters that no reader sees, of which some hide or turn others:
    /// a stranger wrote it.
    fileprivate func plain(keeping isKept: (Unicode.Scalar) -> Bool) -> String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: isKept(scalar) ? scalar : " "
            default: scalar
            }
        }.filter { !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value) }
        return String(String.UnicodeScalarView(scalars))
    }
}

/// A limit of the reports of finders, which is reached.
public struct ReportLimitError: Error, Equatable, Sendable {
    /// The thing whose reports are limited.
    public enum Subject: Sendable, CaseIterable {
        /// The network of the finder, in an hour.
        case network
        /// The vehicle, whose reports are still open.
        case vehicle
        /// The source, in a day.
        case source

        /// The maximum number of reports.
        public var limit: Int {
            switch self {
            case .network: 5
            case .vehicle: 3
            case .source: 50
            }
        }
    }

    /// The thing.
    public var subject: Subject
    /// The time of the next attempt.
    public var until: Timestamp
}

/// The owner of the reports of finders.
///
/// Notes have an owner, and a finder has no account. So all reports of a team belong to a user with
/// a fixed ID who has no name and was removed, as former members have: no list shows such a user,
/// and no session, token or link gives access to one.
enum FinderOwner {
    /// A UUID of version 8 (RFC 9562), which no user has: "fleet" and "finder".
    static let uuid = UUID(
        uuid: (
            0x66, 0x6C, 0x65, 0x65, 0x74, 0x00, 0x80, 0x00, 0x80, 0x00, 0x66, 0x69, 0x6E, 0x64,
            0x65, 0x72
        ))

    static let id = UserID(uuid)
}

// A report is sent in steps, so that a stranger costs little: `requireRoomForReport` before the
// form is read, `countReport` before its photo is decoded, and `add` once the photo is on disk.
extension Team {
    /// Checks whether a client may report a problem of a vehicle.
    /// - Throws: ``ReportLimitError``.
    public func requireRoomForReport(
        about vehicle: String, of source: UUID, from client: Client
    ) async throws {
        try await read { transaction in
            try transaction.requireRoomForReport(about: vehicle, of: source)
            let count = try transaction.sql.integer(
                "SELECT coalesce(max(failures), 0) FROM throttle WHERE subject = ?1",
                [.text(transaction.reportSubject(of: client))])
            try transaction.requireRoom(.network, besides: Int(count))
        }
    }

    /// Counts a report of a client, which may still fail.
    /// - Throws: ``ReportLimitError``.
    public func countReport(
        about vehicle: String, of source: UUID, from client: Client
    ) async throws {
        try await write { transaction in
            try transaction.requireRoomForReport(about: vehicle, of: source)
            let count = try transaction.sql.integer(
                """
                INSERT INTO throttle (subject, failures, last_failed_at) VALUES (?1, 1, ?2)
                ON CONFLICT (subject) DO UPDATE
                    SET failures = throttle.failures + 1, last_failed_at = ?2
                RETURNING failures
                """, [.text(transaction.reportSubject(of: client)), .time(transaction.now)])
            try transaction.requireRoom(.network, besides: Int(count) - 1)
        }
    }

    /// Prepares the file of a report's photo, which the caller then writes to disk.
    /// - Parameter hash: The SHA-256 of the file, in 64 lower-case hexadecimal digits.
    /// - Throws: ``TeamError/tooMany(_:limit:)``.
    public func prepareReportPhoto(
        hash: String, format: Photo.Format
    ) async throws -> PhotoFile {
        try await write { transaction in
            let file = PhotoFile(
                owner: FinderOwner.id, hash: hash, format: format, preparedAt: transaction.now)
            let owner = UserTransaction(uncheckedOwner: FinderOwner.id, in: transaction)
            try owner.checkLimits(ofNote: UUID.zero, FinderOwner.id)
            try owner.prepare(file)
            return file
        }
    }

    /// Adds a counted report as a task of the team that nobody is to do yet.
    /// - Parameter photo: Its photo, whose file is on disk.
    /// - Throws: ``ReportLimitError``, ``TeamError/invalid(_:_:)``; ``TeamError/notFound`` if the
    ///   file was cleaned up.
    public func add(
        _ report: NewReport, photo: (file: PhotoFile, info: Photo.Info, bytes: Int)? = nil,
        from client: Client
    ) async throws {
        let content = try report.content()
        try await write { transaction in
            // The row of the owner is locked, so that no limit is passed by two at the same time.
            let number = try transaction.nextReportNumber()
            try transaction.requireRoomForReport(about: report.vehicleID, of: report.source)
            let owner = UserTransaction(uncheckedOwner: FinderOwner.id, in: transaction)
            let id = transaction.newID()
            try owner.insert(NoteRecord(content, id: id, number: number, at: transaction.now))
            if let photo {
                let info = photo.info
                _ = try owner.add(
                    photo.file, width: info.width, height: info.height, bytes: photo.bytes, to: id)
            }
            try transaction.audit(
                .problemReported, "note \(number): \(report.vehicleID)", by: .unknown(client))
        }
    }
}

extension TeamTransaction {
    private static let (hour, day) = (Duration.seconds(3600), Duration.seconds(86_400))

    /// The subject for which the reports of a network are counted in this hour.
    fileprivate func reportSubject(of client: Client) -> String {
        let hour = now.milliseconds / Self.hour.milliseconds
        return Digest.hex("report \(client.address?.network ?? "unknown") \(hour)")
    }

    /// - Throws: ``ReportLimitError`` if there are as many others as there can be.
    fileprivate func requireRoom(_ subject: ReportLimitError.Subject, besides count: Int) throws {
        guard count >= subject.limit else { return }
        let past = Duration.milliseconds(now.milliseconds % Self.hour.milliseconds)
        // When a vehicle has room again depends on the members.
        let start = subject == .network ? now - past : now
        throw ReportLimitError(subject: subject, until: start + Self.hour)
    }

    /// - Throws: ``ReportLimitError``.
    fileprivate func requireRoomForReport(about vehicle: String, of source: UUID) throws {
        let open = try sql.integer(
            """
            SELECT count(*) FROM note
            WHERE owner = ?1 AND source = ?2 AND vehicle_id = ?3 AND done_at IS NULL
            """, [.uuid(FinderOwner.uuid), .uuid(source), .text(vehicle)])
        try requireRoom(.vehicle, besides: Int(open))
        let limit = ReportLimitError.Subject.source.limit
        let times = try sql.rows(
            """
            SELECT created_at FROM note WHERE owner = ?1 AND source = ?2 AND created_at > ?3
            ORDER BY created_at DESC LIMIT \(limit)
            """, [.uuid(FinderOwner.uuid), .uuid(source), .time(now - Self.day)]
        ) { $0.time(0) }
        guard times.count >= limit, let oldest = times.last else { return }
        throw ReportLimitError(subject: .source, until: oldest + Self.day)
    }

    /// Returns the number of a new report, and adds the owner of reports if there is none.
    fileprivate func nextReportNumber() throws -> Int64 {
        try sql.execute(
            """
            INSERT INTO team_user (id, role, password, created_at, removed_at)
            VALUES (?1, 'viewer', '', ?2, ?2) ON CONFLICT DO NOTHING
            """, [.uuid(FinderOwner.uuid), .time(now)])
        return try sql.integer(
            """
            UPDATE team_user SET last_note_number = last_note_number + 1 WHERE id = ?1
            RETURNING last_note_number
            """, [.uuid(FinderOwner.uuid)])
    }

    /// Erases how finders can be reached whose reports are done.
    func eraseContacts() throws {
        try sql.execute(
            "UPDATE note SET contact = NULL WHERE contact IS NOT NULL AND done_at <= ?1",
            [.time(now - FinderReport.contactLifetime)])
    }
}
