import Foundation

/// Document of a settings file: its bytes, and what they contain.
///
/// SAFETY: `JSONSerialization` returns immutable values, which nothing changes later.
struct SettingsDocument: Equatable, @unchecked Sendable {
    let bytes: Data
    /// The whole document, a JSON object.
    let root: SettingsObject

    init(_ bytes: Data) throws(SettingsError) {
        self.bytes = bytes
        root = try SettingsObject(document: bytes)
    }

    static func == (left: SettingsDocument, right: SettingsDocument) -> Bool {
        left.bytes == right.bytes
    }
}

/// JSON object of a settings file with its path, which names fields in error messages.
struct SettingsObject {
    /// Fields, as returned by `JSONSerialization`.
    var fields: [String: Any]
    /// Path of the object, such as `sources.demo`; empty for the whole document.
    private let path: String

    /// Parses a whole document.
    init(document: Data) throws(SettingsError) {
        do {
            let content = try JSONSerialization.jsonObject(with: document)
            guard let fields = content as? [String: Any] else {
                throw SettingsError.invalid("it must be a JSON object")
            }
            self.init(fields, path: "")
        } catch let error as SettingsError {
            throw error
        } catch {
            throw .invalid("it is not valid JSON: " + Self.message(of: error))
        }
    }

    private init(_ fields: [String: Any], path: String) {
        self.fields = fields
        self.path = path
    }

    /// Throws unless this program supports the document's version; a missing `version` is 1.
    func checkVersion() throws(SettingsError) {
        let version: Int = try value("version", "a whole number") ?? 1
        if version > 1 { throw .newerVersion(version) }
        if version < 1 { throw invalid("version", "must be 1") }
    }

    /// Returns a string; `nil` if it is missing or null.
    func string(_ key: String) throws(SettingsError) -> String? {
        try value(key, "a string")
    }

    /// Returns a number; `nil` if it is missing or null.
    func number(_ key: String) throws(SettingsError) -> Double? {
        try value(key, "a number")
    }

    /// Returns true or false; `nil` if it is missing or null.
    func bool(_ key: String) throws(SettingsError) -> Bool? {
        try value(key, "true or false")
    }

    /// Returns a list of strings; `nil` if it is missing or null.
    func strings(_ key: String) throws(SettingsError) -> [String]? {
        try value(key, "a list of strings")
    }

    /// Returns an object; `nil` if it is missing or null.
    func object(_ key: String) throws(SettingsError) -> SettingsObject? {
        let fields: [String: Any]? = try value(key, "an object")
        return fields.map { SettingsObject($0, path: path(of: key)) }
    }

    /// Returns a list of objects; `nil` if it is missing or null.
    func objects(_ key: String) throws(SettingsError) -> [SettingsObject]? {
        guard let list: [[String: Any]] = try value(key, "a list of objects") else { return nil }
        return list.map { SettingsObject($0, path: path(of: key)) }
    }

    /// Returns a UUID; `nil` if it is missing or null.
    func uuid(_ key: String) throws(SettingsError) -> UUID? {
        guard let text = try string(key) else { return nil }
        guard let uuid = UUID(uuidString: text) else { throw invalid(key, "is not a UUID") }
        return uuid
    }

    /// Returns the error of an invalid field.
    func invalid(_ key: String, _ problem: String) -> SettingsError {
        .invalid("`\(path(of: key))` \(problem)")
    }

    private func value<Value>(_ key: String, _ type: String) throws(SettingsError) -> Value? {
        guard let value = fields[key], !(value is NSNull) else { return nil }
        guard let value = value as? Value else { throw invalid(key, "must be \(type)") }
        return value
    }

    private func path(of key: String) -> String {
        path.isEmpty ? key : path + "." + key
    }

    private static func message(of error: any Error) -> String {
        let details = (error as NSError).userInfo["NSDebugDescription"] as? String
        return details ?? error.localizedDescription
    }
}

/// Error in a settings file.
enum SettingsError: Error, Equatable {
    /// The content is invalid; with the reason.
    case invalid(String)
    /// The file version is newer than this program supports.
    case newerVersion(Int)
}
