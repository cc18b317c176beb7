public import FleetCore
public import FleetSQL
public import Foundation

/// A run of labels on a printer that is not finished.
public struct PrintJob: Equatable, Sendable {
    /// How much of a job is known to be done.
    public struct Progress: Equatable, Sendable {
        /// The first batch that is not known to be done, from 0.
        public var nextBatch: Int
        /// Whether that batch may have been sent to the printer.
        public var isSent: Bool

        /// Creates a progress.
        public init(nextBatch: Int = 0, isSent: Bool = false) {
            (self.nextBatch, self.isSent) = (nextBatch, isSent)
        }
    }

    /// What a job prints, and where.
    public struct Content: Equatable, Sendable {
        /// The source of the labels; `nil` for a file of IDs without one.
        public var source: UUID?
        /// The name of the printer.
        public var printer: String
        /// How the labels are drawn, as JSON.
        public var design: String
        /// The title of the documents.
        public var title: String
        /// The pages of a batch.
        public var batchSize: Int

        /// Creates the content of a new job.
        public init(
            source: UUID?, printer: String, design: String, title: String, batchSize: Int
        ) {
            (self.source, self.printer, self.design) = (source, printer, design)
            (self.title, self.batchSize) = (title, batchSize)
        }
    }

    /// A label as it was when the job began.
    public struct Label: Equatable, Sendable {
        /// The ID.
        public let id: [UInt8]
        /// The content of the QR code.
        public let payload: [UInt8]
        /// The lines of text.
        public let lines: [String]

        /// Creates a label.
        public init(id: [UInt8], payload: [UInt8], lines: [String]) {
            (self.id, self.payload, self.lines) = (id, payload, lines)
        }
    }

    /// The time for which a job can be resumed.
    static let lifetime = Duration.seconds(30 * 86_400)

    /// The number for people.
    public let id: Int64
    /// The time at which it began.
    public let createdAt: Timestamp
    /// What it prints, and where.
    public let content: Content
    /// The number of labels, without copies.
    public let count: Int
    /// How much of it is known to be done.
    public var progress: Progress
}

/// The print jobs in a transaction of the database, of a home and of PostgreSQL alike.
public struct PrintJobTable {
    private let sql: any SQLTransaction

    /// Rows of one statement.
    private static let rowsPerStatement = 200

    /// Creates access to the jobs.
    public init(in sql: any SQLTransaction) { self.sql = sql }

    /// Returns the jobs that can be resumed, the oldest one first.
    public func all(at now: Timestamp) throws -> [PrintJob] {
        try sql.rows(
            """
            SELECT id, created_at, label_source, printer, design, title, labels, next_batch,
                batch_size, state FROM print_job WHERE created_at >= ?1 ORDER BY id
            """, [.time(now - PrintJob.lifetime)], Self.job)
    }

    private static func job(_ row: any SQLRow) -> PrintJob? {
        guard let id = row.integer(0), let createdAt = row.time(1),
            let printer = row.text(3), let design = row.text(4), let title = row.text(5),
            let count = row.integer(6).flatMap({ Int(exactly: $0) }),
            let nextBatch = row.integer(7).flatMap({ Int(exactly: $0) }),
            let batchSize = row.integer(8).flatMap({ Int(exactly: $0) })
        else { return nil }
        return PrintJob(
            id: id, createdAt: createdAt,
            content: PrintJob.Content(
                source: row.uuid(2), printer: printer,
                design: design, title: title, batchSize: batchSize),
            count: count,
            progress: PrintJob.Progress(nextBatch: nextBatch, isSent: row.text(9) == "sent"))
    }

    /// Adds a job with its labels, and removes those that are too old.
    public func add(
        _ content: PrintJob.Content, _ labels: [PrintJob.Label], at now: Timestamp
    ) throws -> PrintJob {
        try sql.execute(
            "DELETE FROM print_job WHERE created_at < ?1", [.time(now - PrintJob.lifetime)])
        let id = try sql.integer("SELECT coalesce(max(id), 0) + 1 FROM print_job", [])
        try sql.execute(
            """
            INSERT INTO print_job (id, created_at, label_source, printer, design, title, labels,
                next_batch, batch_size, state)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, 'open')
            """,
            [
                .integer(id), .time(now), content.source.map { .uuid($0) } ?? .text(""),
                .text(content.printer), .text(content.design), .text(content.title),
                .integer(Int64(labels.count)), .integer(Int64(content.batchSize)),
            ])
        try insert(labels, of: id)
        return PrintJob(
            id: id, createdAt: now, content: content, count: labels.count,
            progress: PrintJob.Progress())
    }

    private func insert(_ labels: [PrintJob.Label], of job: Int64) throws {
        for start in stride(from: 0, to: labels.count, by: Self.rowsPerStatement) {
            let part = labels[start..<min(start + Self.rowsPerStatement, labels.count)]
            let places = part.indices.map { index in
                let place = 4 * (index - start) + 2
                return "(?1, ?\(place), ?\(place + 1), ?\(place + 2), ?\(place + 3))"
            }
            var values: [SQLValue] = [.integer(job)]
            for (index, label) in zip(part.indices, part) {
                var lines = UTF8Buffer()
                lines.appendJSON(label.lines)
                values += [
                    .integer(Int64(index)), .bytes(label.id), .bytes(label.payload),
                    .text(lines.string),
                ]
            }
            try sql.execute(
                """
                INSERT INTO print_job_label (job, position, label_id, payload, lines)
                VALUES \(places.joined(separator: ", "))
                """, values)
        }
    }

    /// Returns some labels of a job.
    public func labels(of job: PrintJob, _ positions: Range<Int>) throws -> [PrintJob.Label] {
        try sql.rows(
            """
            SELECT label_id, payload, lines FROM print_job_label
            WHERE job = ?1 AND position >= ?2 AND position < ?3 ORDER BY position
            """,
            [
                .integer(job.id), .integer(Int64(positions.lowerBound)),
                .integer(Int64(positions.upperBound)),
            ]
        ) { row in
            let lines = Data((row.text(2) ?? "").utf8)
            return PrintJob.Label(
                id: row.blob(0) ?? [], payload: row.blob(1) ?? [],
                lines: try JSONDecoder().decode([String].self, from: lines))
        }
    }

    /// Records how much of a job is done.
    public func set(_ progress: PrintJob.Progress, of job: PrintJob) throws {
        try sql.execute(
            "UPDATE print_job SET next_batch = ?2, state = ?3 WHERE id = ?1",
            [
                .integer(job.id), .integer(Int64(progress.nextBatch)),
                .text(progress.isSent ? "sent" : "open"),
            ])
    }

    /// Removes a job with its labels.
    public func remove(_ job: PrintJob) throws {
        try sql.execute("DELETE FROM print_job WHERE id = ?1", [.integer(job.id)])
    }
}
