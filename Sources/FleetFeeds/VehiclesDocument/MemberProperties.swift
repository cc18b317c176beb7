import FleetCore
import JSON

/// Properties of the vehicles of a vehicles document: its scalar members that no field holds.
///
/// They take a second pass, which feeds do not have: their scan skips all other members at once,
/// and their extensions are many.
struct MemberProperties {
    /// Use of a member.
    private enum Use {
        /// A field that may have the ID, and its rank.
        case id(Int)
        case property
        case none
    }

    private struct Member {
        let key: [UInt8]
        let name: String
        let use: Use
        /// Index in the names of the properties; `nil` before a vehicle has the property.
        var property: Int?
    }

    /// Maximum length of a name in bytes.
    static let maxNameLength = 200
    /// Maximum number of different members; more are those of no sane document.
    private static let maxMembers = 1000

    /// Names that fields have, or members in which they are.
    private static let held = Set(
        VehicleFeedField.allCases.map { $0.rawValue.prefix { $0 != "." } }.map(String.init))

    private let isBare: Bool
    private let idNames: [String]
    private let indices: [ByteString: Int]
    private let settings: TableSettings
    private var names: [String]
    private var taken: Set<ByteString>
    /// Whether there are more properties than the limit.
    private var hasExcess = false
    /// Values of each vehicle, with the index of the property.
    private var values: [[(property: Int, value: String)]]

    private var members: [Member] = []
    private var index: [[UInt8]: Int] = [:]
    /// Member of the last key, which the next one often follows.
    private var last = -1

    // State of the pass.
    private var depth = 0
    private var isInList = false
    private var isListKey = false
    private var isInVehicle = false
    private var ids: [String?]
    private var row: [(member: Int, value: String)] = []

    /// Reads the members of the vehicles of a document.
    ///
    /// - Throws: `JSONError`; unlike a scan, the pass checks every token.
    static func add(
        of document: JSONDocument, _ shape: VehicleListShape, _ settings: TableSettings,
        to vehicles: inout VehiclesDocument
    ) throws(JSONError) {
        var reader = MemberProperties(vehicles, shape, settings)
        try document.visit(maxDepth: JSONDocument.maxDepth) { event, field in
            reader.handle(event, field)
            return true
        }
        reader.finish(&vehicles)
    }

    private init(
        _ document: VehiclesDocument, _ shape: VehicleListShape, _ settings: TableSettings
    ) {
        isBare = shape == .bare
        idNames = shape.idFields.map(\.rawValue)
        ids = Array(repeating: nil, count: idNames.count)
        indices = Dictionary(
            document.vehicles.enumerated().map { (ByteString($1.id), $0) },
            uniquingKeysWith: { $1 })
        self.settings = settings
        names = document.properties.map(\.name)
        taken = Set(names.map(ByteString.init))
        values = Array(repeating: [], count: document.vehicles.count)
    }

    private mutating func finish(_ document: inout VehiclesDocument) {
        if hasExcess {
            document.parseReport.warn(
                "only the first \(TableColumns.maxProperties) properties of the vehicles are kept")
        }
        document.properties = names.filter { !settings.omits($0) }
            .map { CustomProperty($0, visibility: settings.visibility(of: $0)) }
        for (index, added) in values.enumerated() {
            let own = document.vehicles[index].properties
            let isFiltered = !settings.omitted.isEmpty && !own.isEmpty
            guard !added.isEmpty || isFiltered else { continue }
            let all =
                own.all.filter { !settings.omits($0.name) }.map { ($0.name, $0.value) }
                + added.sorted { $0.property < $1.property }.map { (names[$0.property], $0.value) }
            document.vehicles[index].properties = CustomProperties(all)
        }
    }
}

// MARK: Events

extension MemberProperties {
    private var listDepth: Int { isBare ? 1 : 2 }

    private mutating func handle(_ event: JSONEvent, _ field: JSONField?) {
        switch event {
        case .array, .object:
            depth += 1
            if depth == listDepth { isInList = event == .array && (isBare || isListKey) }
            if depth == listDepth + 1, isInList, event == .object { startVehicle() }
        case .key:
            guard let field else { return }
            if depth == 1, !isBare { isListKey = field.bytes.elementsEqual("vehicles".utf8) }
            if isInVehicle, depth == listDepth + 1 { last = member(field.bytes) ?? -1 }
        case .scalar:
            if let field, isInVehicle, depth == listDepth + 1 { add(field) }
        case .end:
            if isInVehicle, depth == listDepth + 1 { endVehicle() }
            if depth == listDepth { isInList = false }
            depth -= 1
        }
    }

    private mutating func startVehicle() {
        isInVehicle = true
        row.removeAll(keepingCapacity: true)
        for rank in ids.indices { ids[rank] = nil }
        last = -1
    }

    /// Returns the index of the member with a key; `nil` beyond the limit.
    private mutating func member(_ key: CellBytes) -> Int? {
        let next = last + 1
        if next < members.count, members[next].key.elementsEqual(key) { return next }
        let bytes = Array(key)
        if let known = index[bytes] { return known }
        guard members.count < Self.maxMembers else { return nil }
        let name = String(decoding: key, as: UTF8.self)
        index[bytes] = members.count
        members.append(Member(key: bytes, name: name, use: use(of: name)))
        return members.count - 1
    }

    private func use(of name: String) -> Use {
        if let rank = idNames.firstIndex(of: name) { return .id(rank) }
        let isProperty =
            !Self.held.contains(name) && !name.isEmpty && name.utf8.count <= Self.maxNameLength
            && !name.unicodeScalars.contains(where: TerminalText.isUnsafe) && !settings.omits(name)
        return isProperty ? .property : .none
    }

    private mutating func add(_ field: JSONField) {
        guard members.indices.contains(last) else { return }
        switch members[last].use {
        case .none: break
        case .id(let rank):
            ids[rank] = field.isRepaired ? nil : String(lenient: field)
        case .property:
            switch field.kind {
            case .null, .missing, .invalid, .container: return
            case .bool, .integer, .double, .string: break
            }
            guard row.count < Self.maxMembers else { return }
            row.append((last, VehicleReader.visible(field.bytes.text)))
        }
    }

    /// Keeps the values for the vehicle; the last one of an ID is used.
    private mutating func endVehicle() {
        isInVehicle = false
        guard let id = ids.lazy.compactMap(\.self).first, let vehicle = indices[ByteString(id)]
        else { return }
        // Columns of lists of this program, which follow from others.
        let isOwnList = ids[0] != nil
        var values: [(property: Int, value: String)] = []
        for (member, value) in row where !isOwnList || !isOwn(member) {
            guard let property = property(of: member),
                !values.contains(where: { $0.property == property })
            else { continue }
            values.append((property, value))
        }
        self.values[vehicle] = values
    }

    private func isOwn(_ member: Int) -> Bool { HeadingWords.own[members[member].name] != nil }

    /// Returns the property of a member; `nil` beyond the limit.
    private mutating func property(of member: Int) -> Int? {
        if let property = members[member].property { return property }
        guard names.count < TableColumns.maxProperties else {
            hasExcess = true
            return nil
        }
        var name = members[member].name
        while HeadingWords.reserved.contains(name) || taken.contains(ByteString(name)) {
            name += " (as written)"
        }
        taken.insert(ByteString(name))
        members[member].property = names.count
        names.append(name)
        return names.count - 1
    }
}
