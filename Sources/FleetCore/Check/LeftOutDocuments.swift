/// Documents that a check left out for one reason, so that it says nothing about them.
public struct LeftOutDocuments: Equatable, Sendable, Codable {
    /// Why documents are left out.
    public enum Reason: String, CaseIterable, Codable, Sendable {
        /// The list of documents has them for other languages (GBFS before 3.0).
        case otherLanguage = "other-language"
        /// The version of the feed has no such documents.
        case otherVersion = "other-version"
        /// They are further addresses of documents that were read.
        case otherAddress = "other-address"
        /// They are of lower versions of the system.
        case lowerVersion = "lower-version"
        /// The list of documents has them, and the folder does not.
        case notInFolder = "not-in-folder"
        /// They are none of the specification.
        case unknown
        /// They are none of the specification by their names, and cannot be read.
        case unreadable
        /// A check makes no more requests.
        case requestLimit = "request-limit"
        /// The service limits how often it is read, or this machine could not read them.
        case notNow = "not-now"
        /// They are further pages of a document.
        case furtherPages = "further-pages"

        /// The reason in words, after the names of the documents.
        public var text: String {
            switch self {
            case .otherLanguage: localized("of another language")
            case .otherVersion: localized("the version of the feed has no such document")
            case .otherAddress: localized("at a second address")
            case .lowerVersion: localized("of a lower version")
            case .notInFolder: localized("not in the folder")
            case .unknown: localized("not a document of GBFS, nor the vehicles of MDS")
            case .unreadable: localized("cannot be read")
            case .requestLimit: localized("a check makes no more requests")
            case .notNow: localized("cannot be read now; check again later")
            case .furtherPages: localized("further pages")
            }
        }
    }

    /// Most names that are kept, and their most characters.
    private static let (maxNames, maxLength) = (20, 60)

    /// Why they are left out.
    public let reason: Reason
    /// The names of the first of them, without `.json`.
    public private(set) var names: [String] = []
    /// The number of documents.
    public private(set) var count = 0

    /// Creates an empty list.
    public init(_ reason: Reason) { self.reason = reason }

    fileprivate mutating func add(_ name: String) {
        count += 1
        let name = String(name.prefix(Self.maxLength))
        if names.count < Self.maxNames, !names.contains(name) { names.append(name) }
    }

    /// The names and the reason in one line, such as `vehicle_types (of another language)`.
    public var text: String {
        let names = names.map(TerminalText.limited).joined(separator: ", ")
        return "\(names)\(count > self.names.count ? ", …" : "") (\(reason.text))"
    }

    /// A JSON object with the members `reason`, `count` and `documents`, the first names.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("reason", reason.rawValue)
        object.add("count", count)
        object.add("documents", names)
        return object
    }
}

extension [LeftOutDocuments] {
    /// Adds a document that is left out.
    public mutating func add(_ name: String, because reason: LeftOutDocuments.Reason) {
        if !contains(where: { $0.reason == reason }) { append(LeftOutDocuments(reason)) }
        for index in indices where self[index].reason == reason { self[index].add(name) }
    }

    /// The number of documents.
    public var total: Int { reduce(0) { $0 + $1.count } }

    /// All of them in one line; empty without any.
    public var text: String { map(\.text).joined(separator: "; ") }
}
