public import FleetCore
public import Foundation

extension Preferences {
    /// The part of the preferences that a catalog outside of the home has.
    public struct Catalog: Equatable, Sendable {
        /// Name of the source to use if none is given.
        public var defaultSource: String?
        /// How long the changes of sources without a setting of their own are kept.
        public var defaultHistory: HistorySetting?
        /// Sources by name.
        public var sources: [String: Source] = [:]
        /// Sources that were removed, whose stored data is still to be deleted.
        public var pendingRemovals: [UUID: Removal] = [:]

        /// Creates an empty catalog.
        public init() {}
    }

    /// The sources, the default source and the removals; each source has a UUID.
    public var catalog: Catalog {
        get {
            var catalog = Catalog()
            catalog.defaultSource = defaultSource
            catalog.defaultHistory = defaultHistory
            catalog.sources = sources
            for (name, source) in sources where source.uuid == nil {
                catalog.sources[name]?.uuid = UUID(sourceName: name)
            }
            catalog.pendingRemovals = pendingRemovals
            return catalog
        }
        set {
            defaultSource = newValue.defaultSource
            sources = newValue.sources
            defaultHistory = newValue.defaultHistory
            pendingRemovals = newValue.pendingRemovals
            removed = [:]
        }
    }

    /// Whether other preferences have the same saved filters.
    public func hasSameColors(as other: Preferences) -> Bool { colorFilters == other.colorFilters }

    /// Takes the saved filters of other preferences.
    public mutating func takeColors(of other: Preferences) { colorFilters = other.colorFilters }
}

extension Source {
    /// The settings as one JSON object, as in the preferences.
    public var settingsText: String {
        get throws {
            var fields: [String: Any] = [:]
            update(&fields, old: nil)
            let data = try JSONSerialization.data(
                withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// Reads the settings from a JSON object; `nil` if it has an invalid field.
    public init?(settingsText text: String) {
        do throws(SettingsError) {
            try self.init(settings: SettingsObject(document: Data(text.utf8)), folder: "/")
        } catch {
            return nil
        }
    }
}
