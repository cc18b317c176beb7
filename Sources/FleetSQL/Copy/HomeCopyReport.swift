/// The result of a copy of a home into a database.
public struct HomeCopyReport: Sendable {
    /// The rows of one kind.
    public struct Kind: Equatable, Sendable {
        /// The name of the kind for people, in the plural.
        public let contents: String
        /// Their number in the home, and in the database after the copy.
        public let count: Int
        /// The number of rows that the copy added.
        public let added: Int
        /// The number of rows that it changed.
        public let changed: Int
        /// The number of rows that it removed, because the home no longer has them.
        public let removed: Int
        /// The SHA-256 of the rows on both sides; `nil` for those with secrets.
        public let digest: String?

        /// Creates the report of one kind.
        package init(
            contents: String, count: Int, added: Int, changed: Int, removed: Int, digest: String?
        ) {
            (self.contents, self.count, self.digest) = (contents, count, digest)
            (self.added, self.changed, self.removed) = (added, changed, removed)
        }

        /// Whether the copy wrote nothing of this kind.
        public var isUnchanged: Bool { added == 0 && changed == 0 && removed == 0 }
    }

    /// All kinds, also those without rows.
    public let kinds: [Kind]

    /// Creates a report.
    package init(kinds: [Kind]) { self.kinds = kinds }

    /// Whether the copy wrote nothing, because the database had everything.
    public var isUnchanged: Bool { kinds.allSatisfy(\.isUnchanged) }
}
