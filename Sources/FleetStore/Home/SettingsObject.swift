import Foundation

/// One object of a settings document, and its place there, so that a wrong field can be named.
struct SettingsObject {
    /// The fields, as `JSONSerialization` makes them.
    var fields: [String: Any]
    /// Where the object stands, such as `sources.demo`; empty for the whole document.
    private let place: String

    /// Reads a whole document.
    init(document: Data) throws(SettingsFault) {
        do {
            let content = try JSONSerialization.jsonObject(with: document)
            guard let fields = content as? [String: Any] else {
                throw SettingsFault.wrong("it is no JSON object")
            }
            self.init(fields, place: "")
        } catch let fault as SettingsFault {
            throw fault
        } catch {
            throw .wrong("it is no JSON: " + Self.words(of: error))
        }
    }

    private init(_ fields: [String: Any], place: String) {
        self.fields = fields
        self.place = place
    }

    /// Checks that this program understands the document; one without `version` is of the first.
    func checkVersion() throws(SettingsFault) {
        let version: Int = try value("version", "a whole number") ?? 1
        if version > 1 { throw .newer(version) }
        if version < 1 { throw wrong("version", "is not 1") }
    }

    /// A text; `nil` if it is missing or null.
    func text(_ key: String) throws(SettingsFault) -> String? {
        try value(key, "a text")
    }

    /// A list of texts; `nil` if it is missing or null.
    func texts(_ key: String) throws(SettingsFault) -> [String]? {
        try value(key, "a list of texts")
    }

    /// An object; `nil` if it is missing or null.
    func object(_ key: String) throws(SettingsFault) -> SettingsObject? {
        let fields: [String: Any]? = try value(key, "an object")
        return fields.map { SettingsObject($0, place: name(of: key)) }
    }

    /// The fault of a field that is not as it should be.
    func wrong(_ key: String, _ words: String) -> SettingsFault {
        .wrong("`\(name(of: key))` \(words)")
    }

    private func value<Value>(_ key: String, _ kind: String) throws(SettingsFault) -> Value? {
        guard let value = fields[key], !(value is NSNull) else { return nil }
        guard let value = value as? Value else { throw wrong(key, "is not \(kind)") }
        return value
    }

    private func name(of key: String) -> String {
        place.isEmpty ? key : place + "." + key
    }

    private static func words(of error: any Error) -> String {
        let details = (error as NSError).userInfo["NSDebugDescription"] as? String
        return details ?? error.localizedDescription
    }
}

/// What is wrong with a settings document.
enum SettingsFault: Error, Equatable {
    /// It cannot be understood; with why.
    case wrong(String)
    /// It is of a version that is not known yet.
    case newer(Int)
}
