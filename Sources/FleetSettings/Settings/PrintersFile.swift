import FleetCore
import Foundation
import Printing

/// File of the printers, `printers.json`: `{"version":1,"printers":{NAME:{"address":…}}}`.
///
/// Members that this version does not know stay in the file.
///
///     try await PrintersFile(home: home).update { $0["zebra"] = Printer(address) }
public struct PrintersFile: Sendable {
    private let file: SettingsFile

    /// The printers and the document that they were read from.
    private struct Content: Equatable {
        var printers: [String: Printer] = [:]
        var document: SettingsDocument?
    }

    /// Creates a reference to the printers of a home.
    public init(home: Home) {
        file = SettingsFile(
            path: home.printersPath, folder: home.configFolder, lockPath: home.preferencesLockPath,
            isSecret: false)
    }

    /// Path of the file.
    public var path: String { file.path }

    /// Reads the printers by their names; none without a file.
    public func load() throws(PreferencesError) -> [String: Printer] { try read().printers }

    private func read() throws(PreferencesError) -> Content {
        guard let bytes = try file.read() else { return Content() }
        return try file.parsing { () throws(SettingsError) in
            let document = try SettingsDocument(bytes)
            try document.root.checkVersion()
            var content = Content(document: document)
            guard let printers = try document.root.object("printers") else { return content }
            for name in printers.fields.keys.sorted(by: ByteOrder.precedes) {
                guard Printer.isName(name), let object = try printers.object(name) else {
                    throw printers.invalid(name, "is not a printer with a valid name")
                }
                content.printers[name] = try Printer(settings: object)
            }
            return content
        }
    }

    /// Changes the printers; see `PreferencesFile.update(_:)`.
    @discardableResult
    public func update<Outcome>(
        _ change: (inout [String: Printer]) throws -> Outcome
    ) async throws -> Outcome {
        try await file.update(try read(), reload: read) {
            try change(&$0.printers)
        } encode: { new, old in
            var root = old.document?.root.fields ?? [:]
            let known = root["printers"] as? [String: Any] ?? [:]
            root["version"] = 1
            root["printers"] = Dictionary(
                uniqueKeysWithValues: new.printers.map { name, printer in
                    var fields = known[name] as? [String: Any] ?? [:]
                    printer.update(&fields)
                    return (name, fields)
                })
            return try JSONSerialization.data(
                withJSONObject: root,
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
                + [UInt8(ascii: "\n")]
        }
    }
}

/// JSON format of a printer.
extension Printer {
    fileprivate init(settings: SettingsObject) throws(SettingsError) {
        guard let text = try settings.string("address") else {
            throw settings.invalid("address", "is missing")
        }
        do throws(PrinterError) {
            self.init(try PrinterAddress(text))
        } catch {
            throw settings.invalid("address", "is wrong: \(error.message)")
        }
        if let text = try settings.string("language") {
            guard let language = Language(rawValue: text) else {
                throw settings.invalid("language", "must be pdf or zpl")
            }
            self.language = language
        }
        dotsPerInch = try settings.number("dpi")
        if let dotsPerInch, !Self.resolutions.contains(dotsPerInch) {
            throw settings.invalid("dpi", "must be 72 to 9600")
        }
        (layout, label) = (try settings.string("layout"), try settings.string("label"))
        if layout != nil, label != nil {
            throw settings.invalid("label", "cannot be there with a layout")
        }
        (shift, adjust) = (try settings.string("shift"), try settings.string("adjust"))
    }

    fileprivate func update(_ fields: inout [String: Any]) {
        fields["address"] = address.text
        fields["language"] = language.rawValue
        fields["dpi"] = dotsPerInch
        fields["layout"] = layout
        fields["label"] = label
        fields["shift"] = shift
        fields["adjust"] = adjust
    }
}
