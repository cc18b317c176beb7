/// A photo of a note, as it is kept: by its content, so that the same photo is kept once.
public struct Photo: Equatable, Hashable, Sendable {
    /// The most bytes that a photo may have.
    public static let largestFile = 20 << 20
    /// The most photos that a note may have.
    public static let limit = 20
    /// The most bytes that all photos of a home may have together.
    public static let largestTotal: Int64 = 2 << 30

    /// What photos may be.
    public enum Format: String, CaseIterable, Sendable {
        /// JPEG (ISO/IEC 10918-1).
        case jpeg
        /// PNG (ISO/IEC 15948).
        case png
        /// WebP (RFC 9649).
        case webp

        /// How the names of its files end.
        public var fileExtension: String {
            switch self {
            case .jpeg: "jpg"
            case .png: "png"
            case .webp: "webp"
            }
        }
    }

    /// What its content says that it is.
    public struct Facts: Equatable, Hashable, Sendable {
        /// The format of the file.
        public var format: Format
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int

        /// Creates a value.
        public init(format: Format, width: Int, height: Int) {
            (self.format, self.width, self.height) = (format, width, height)
        }
    }

    /// Its number among the photos of its note, from 1 on; it stays when others are removed.
    public var number: Int
    /// The SHA-256 of its bytes, in 64 lower-case hexadecimal digits.
    public var hash: String
    /// What it is.
    public var facts: Facts
    /// The size of the file.
    public var bytes: Int

    /// Creates a photo.
    public init(number: Int, hash: String, facts: Facts, bytes: Int) {
        self.number = number
        self.hash = hash
        self.facts = facts
        self.bytes = bytes
    }

    /// The name of its file.
    public var fileName: String { hash + "." + facts.format.fileExtension }
}
