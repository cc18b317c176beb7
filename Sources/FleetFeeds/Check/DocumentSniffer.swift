import FleetCore
import JSON

/// What the beginning of a document shows: its version, and which document it is.
struct DocumentSniffer {
    /// Declared version; a number as it is written.
    private(set) var version: String?
    /// Paths of the first members, joined by `/`, with `*` for the first element of a list.
    private(set) var paths: Set<String> = []

    private var stack: [Level] = []
    private var key = ""
    /// Whether the version is still to come.
    private var awaitsVersion: Bool

    /// Size of the beginning and the end of a document in which its version is.
    private static let edge = 65_536

    /// Maximum number of paths, and of their levels.
    private static let (maxPaths, maxDepth) = (400, 5)

    private struct Level {
        var path: String
        var isArray: Bool
        var count = 0
    }

    /// Reads a document until both are known.
    init(_ document: JSONDocument) {
        awaitsVersion = document.withBytes { bytes in
            [bytes.prefix(Self.edge), bytes.suffix(Self.edge)].contains { $0.hasVersion }
        }
        try? document.visit(maxDepth: JSONDocument.maxDepth) { event, field in
            handle(event, field)
        }
    }

    private mutating func handle(_ event: JSONEvent, _ field: JSONField?) -> Bool {
        switch event {
        case .key:
            key = stack.count < Self.maxDepth ? field?.shortText ?? "" : ""
        case .scalar:
            let path = step()
            if path == "version", let field {
                version = version ?? field.shortText
                awaitsVersion = false
            }
        case .array, .object:
            // The second element of a list shows nothing new, but there may be other languages.
            if let last = stack.last, last.isArray, last.count == 1, stack.count < Self.maxDepth,
                !awaitsVersion, let shape, shape.name != "gbfs"
            {
                return false
            }
            stack.append(Level(path: step() ?? "", isArray: event == .array))
        case .end: stack.removeLast()
        }
        return true
    }

    /// Moves to the next value; returns its path, or `nil` if it is too deep.
    private mutating func step() -> String? {
        guard let last = stack.indices.last else { return "" }
        stack[last].count += 1
        guard stack.count < Self.maxDepth, paths.count < Self.maxPaths else { return nil }
        let name = stack[last].isArray ? "*" : key
        guard !(stack[last].isArray && stack[last].count > 1) else { return nil }
        let path = stack[last].path.isEmpty ? name : stack[last].path + "/" + name
        paths.insert(path)
        return path
    }

    private func has(_ path: String) -> Bool { paths.contains(path) }

    /// Whether the vehicles are those of MDS.
    private func hasMarksOfMDS(_ list: String) -> Bool {
        has("\(list)/*/device_id") && has("\(list)/*/provider_id")
    }

    /// Languages of a discovery document before GBFS 3.0.
    var languages: [String] {
        paths.compactMap { path in
            let keys = path.split(separator: "/")
            return keys.count == 3 && keys[0] == "data" && keys[2] == "feeds"
                ? String(keys[1]) : nil
        }
    }

    /// Name of the document by its shape; `nil` if it is none.
    var shape: (name: String, dialect: FeedDialect, isNested: Bool)? {
        if has("vehicles_status") { return ("vehicles_status", .mds, false) }
        if has("vehicles"), hasMarksOfMDS("vehicles") { return ("vehicles", .mds, false) }
        if has("data/vehicles"), hasMarksOfMDS("data/vehicles") { return ("vehicles", .mds, true) }
        return gbfs.map { ($0, .gbfs, true) }
    }

    private var gbfs: String? {
        if has("data/feeds") || !languages.isEmpty { return "gbfs" }
        if has("data/stations") {
            let marks = ["num_bikes_available", "num_vehicles_available", "is_renting"]
            return marks.contains { has("data/stations/*/\($0)") }
                ? "station_status" : "station_information"
        }
        if has("data/vehicles") {
            return has("data/vehicles/*/availabilities") ? "vehicle_availability" : "vehicle_status"
        }
        let lists = [
            ("bikes", "free_bike_status"), ("vehicle_types", "vehicle_types"),
            ("alerts", "system_alerts"), ("regions", "system_regions"),
            ("plans", "system_pricing_plans"), ("calendars", "system_calendar"),
            ("rental_hours", "system_hours"), ("geofencing_zones", "geofencing_zones"),
            ("versions", "gbfs_versions"), ("datasets", "manifest"),
            ("system_id", "system_information"),
        ]
        return lists.first { has("data/\($0.0)") }?.1
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Whether it contains the key `version`.
    fileprivate var hasVersion: Bool {
        let key = Array(#""version""#.utf8)
        var rest = self[...]
        while let quote = rest.firstIndex(of: key[0]) {
            if rest[quote...].starts(with: key) { return true }
            rest = rest[(quote + 1)...]
        }
        return false
    }
}
