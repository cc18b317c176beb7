/// Error while storing a photo; its note is unchanged.
public enum PhotoError: Error, Equatable, Sendable {
    /// The given file cannot be read; `reason` is the system's message.
    case unreadable(path: String, reason: String)
    /// The given path is not a regular file but a folder, a pipe or a device, for example.
    case notAFile(path: String)
    /// The file exceeds the size limit of a photo.
    case tooLarge(path: String)
    /// More photos were given at once than a note can have.
    case tooMany
    /// Together with its existing photos, the note would have too many.
    case noteFull
    /// All photos together would exceed the size limit.
    case totalTooLarge
    /// The photo folder cannot be written; `reason` is the system's message.
    case unwritable(folder: String, reason: String)
    /// The disk is full.
    case diskFull(folder: String)
}

extension PhotoError {
    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read the photo \(path): \(reason)"
        case .notAFile(let path): "the photo \(path) is not a regular file"
        case .tooLarge(let path): "the photo \(path) is larger than 20 MiB"
        case .tooMany, .noteFull: "a note can have at most 20 photos"
        case .totalTooLarge: "all photos together would exceed 2 GiB"
        case .unwritable(let folder, let reason):
            "cannot write the photo folder \(folder): \(reason)"
        case .diskFull(let folder):
            "cannot write the photo folder \(folder): the disk is full"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .unreadable: "check the path and its permissions; put the text before --photo"
        case .notAFile: "use a JPEG, PNG or WebP file"
        case .tooLarge: "use a smaller file"
        case .tooMany: "add some of them to another note"
        case .noteFull:
            "remove some with `fleet note edit N --remove-photo …`, or write another note"
        case .totalTooLarge:
            "remove photos with `fleet note edit N --remove-photo …`, or notes; "
                + "`fleet note list` shows their sizes"
        case .unwritable: "check its permissions, or set FLEET_HOME to another folder"
        case .diskFull: "free some disk space; the stored photos are unchanged"
        }
    }
}
