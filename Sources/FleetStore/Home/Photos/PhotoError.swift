/// Why a photo was not kept; the note that was to have it is as it was.
public enum PhotoFailure: Error, Equatable, Sendable {
    /// The file that a person named cannot be read; with the system's words.
    case unreadable(path: String, why: String)
    /// What a person named is no file but a folder, a pipe, a device or the like.
    case notAFile(path: String)
    /// The file has more bytes than a photo may have.
    case tooLarge(path: String)
    /// More photos were given at once than a note may have.
    case tooMany
    /// With those that it has, a note would have more photos than it may have.
    case noteFull
    /// All photos together would have more bytes than they may have.
    case noRoom
    /// The folder of the photos cannot be written; with the system's words.
    case unwritable(folder: String, why: String)
    /// Something that is no file stands where one of the folder's own files belongs.
    case foreign(path: String)
    /// The disk is full.
    case full(folder: String)
    /// The store lies nowhere, so there is no folder for photos.
    case noFolder
}

extension PhotoFailure {
    /// What is wrong, in one line without a full stop.
    public var cause: String {
        switch self {
        case .unreadable(let path, let why): "the photo \(path) cannot be read: \(why)"
        case .notAFile(let path): "the photo \(path) is no file"
        case .tooLarge(let path): "the photo \(path) is larger than 20 MiB"
        case .tooMany, .noteFull: "a note has at most 20 photos"
        case .noRoom: "all photos together would be larger than 2 GiB"
        case .unwritable(let folder, let why):
            "the folder of the photos \(folder) cannot be written: \(why)"
        case .foreign(let path):
            "photos cannot be kept: \(path) is in the way, and is no file"
        case .full(let folder):
            "the folder of the photos \(folder) cannot be written: the disk is full"
        case .noFolder: "there is no folder for photos"
        }
    }

    /// What a person can do about it, in one line.
    public var hint: String {
        switch self {
        case .unreadable: "check the path and its permissions; a text comes before --photo"
        case .notAFile: "name a JPEG, PNG or WebP file"
        case .tooLarge: "make it smaller"
        case .tooMany: "give some of them to another note"
        case .noteFull:
            "remove some with `fleet note edit N --remove-photo …`, or write another note"
        case .noRoom:
            "remove photos with `fleet note edit N --remove-photo …`, or notes; `fleet note list` shows "
                + "how large they are"
        case .unwritable: "check its permissions, or set FLEET_HOME to another folder"
        case .foreign(let path): "remove \(path); what was kept is as it was"
        case .full: "make room on the disk; what was kept is as it was"
        case .noFolder: "name the source with `fleet source add`"
        }
    }
}
