/// A photo of a note, stored by the hash of its content, so that equal photos are stored once.
public struct Photo: Equatable, Hashable, Sendable {
    /// The maximum size of a photo, in bytes.
    public static let maxFileBytes = 20 << 20
    /// The maximum number of photos per note.
    public static let limit = 20
    /// The maximum total size of all photos in a home folder, in bytes.
    public static let maxTotalBytes: Int64 = 2 << 30

    /// The file format of a photo.
    public enum Format: String, CaseIterable, Sendable {
        /// JPEG (ISO/IEC 10918-1).
        case jpeg
        /// PNG (ISO/IEC 15948).
        case png
        /// WebP (RFC 9649).
        case webp

        /// The file extension.
        public var fileExtension: String {
            switch self {
            case .jpeg: "jpg"
            case .png: "png"
            case .webp: "webp"
            }
        }
    }

    /// The format and dimensions, read from the content.
    public struct Info: Equatable, Hashable, Sendable {
        /// The file format.
        public var format: Format
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int

        /// Creates the format and dimensions.
        public init(format: Format, width: Int, height: Int) {
            (self.format, self.width, self.height) = (format, width, height)
        }
    }

    /// The number within its note, from 1; it does not change when others are removed.
    public var number: Int
    /// The SHA-256 of the file, in 64 lower-case hexadecimal digits.
    public var hash: String
    /// The format and dimensions.
    public var info: Info
    /// The size of the file in bytes.
    public var bytes: Int

    /// Creates a photo.
    public init(number: Int, hash: String, info: Info, bytes: Int) {
        self.number = number
        self.hash = hash
        self.info = info
        self.bytes = bytes
    }

    /// The file name.
    public var fileName: String { hash + "." + info.format.fileExtension }
}
