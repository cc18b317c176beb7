import FleetCore

/// The table of a document in one version, as a tree of its values.
struct SpecificationTree: Sendable {
    /// A value of a document.
    struct Node: Sendable {
        /// JSON pointer with `*`.
        var path: String
        var type: ValueType
        var role: FieldRole?
        /// Node of the elements of an array; -1 if they may be anything.
        var element = -1
        /// Node of the members with other keys; -1 if they may be anything.
        var anyMember = -1
        /// Format of the other keys.
        var keyFormat: TextFormat?
        /// Indices in `members`.
        var members = 0..<0
        /// Bits of the members that must be there.
        var required: UInt64 = 0
        /// Bits of those that only feeds reduced for dashboards lack.
        var unlessReduced: UInt64 = 0
        var conditions: [FieldCondition.Kind] = []
        /// Whether the values are compared, from the texts of `type`.
        var values: Set<[UInt8]>?
        /// Whether it is a member that may be left out, whatever else its object has.
        var isOptional = false
        /// Whether it is an object of a list, whose values belong together.
        var isRow = false
    }

    /// A member of an object.
    struct Member: Sendable {
        let key: [UInt8]
        let node: Int
        /// Bit in the masks of the object.
        let bit: UInt64
    }

    /// What is asked of each value that is read: a copy of a part of its node, without references.
    struct Outline: Sendable {
        let kinds: ValueType.Kinds
        let range: ClosedRange<Double>
        let counts: ClosedRange<Int>
        let required: UInt64
        let element: Int
        let firstMember: Int
        let endOfMembers: Int
        let hasText: Bool
        let hasValues: Bool
        let hasConditions: Bool
        let isRow: Bool
        let role: FieldRole?

        init(_ node: Node) {
            kinds = node.type.kinds
            range = (node.type.minimum ?? -.infinity)...(node.type.maximum ?? .infinity)
            counts = node.type.minCount...node.type.maxCount
            required = node.required | node.unlessReduced
            element = node.element
            (firstMember, endOfMembers) = (node.members.lowerBound, node.members.upperBound)
            hasValues = node.values != nil
            hasText = hasValues || node.type.format != nil
            hasConditions = !node.conditions.isEmpty
            (isRow, role) = (node.isRow, node.role)
        }
    }

    /// Where the key of a member is in `keys`.
    struct Key: Sendable {
        let start: Int
        let count: Int
        let node: Int
        let bit: UInt64
    }

    let document: String
    let version: SpecificationVersion
    private(set) var nodes: [Node] = []
    private(set) var members: [Member] = []
    /// Outlines of the nodes.
    private(set) var outlines: [Outline] = []
    /// Keys of the members.
    private(set) var keys: [Key] = []
    /// Bytes of all keys.
    private(set) var keyBytes: [UInt8] = []

    /// Creates the tree of a document.
    init(_ document: DocumentSpecification, in version: SpecificationVersion) {
        (self.document, self.version) = (document.name, version)
        var fields = Specification.header.filter { $0.versions.contains(version) }
        if ClosedRange.since(.v1_1).contains(version) {
            var type = ValueType.string
            type.values = [version.text]
            fields.append(.init("version", type, .required))
        }
        fields += document.fields.filter { $0.versions.contains(version) }
        if version.dialect.traits.hasDiscovery, !fields.contains(where: { $0.path == "data" }) {
            fields.append(.init("data", .object, .required))
        }
        var draft = Draft(.init("", .object))
        for field in fields { draft.add(field) }
        _ = add(draft, path: "")
        for condition in document.conditions where condition.versions.contains(version) {
            let path = condition.path.split(separator: "/").map { $0.hasPrefix("<") ? "*" : $0 }
                .reduce("") { $0 + "/" + $1 }
            guard let index = nodes.firstIndex(where: { $0.path == path }) else { continue }
            nodes[index].conditions.append(condition.kind)
            for key in condition.kind.neededKeys {
                for member in members[nodes[index].members] where member.key == Array(key.utf8) {
                    nodes[member.node].isOptional = false
                }
            }
        }
        outlines = nodes.map(Outline.init)
        for member in members {
            keys.append(
                Key(
                    start: keyBytes.count, count: member.key.count, node: member.node,
                    bit: member.bit))
            keyBytes += member.key
        }
    }

    /// A value with its fields, before it has an index.
    private struct Draft {
        var field: SpecificationField
        /// Keys with their values, in the order of the table.
        var members: [(key: String, draft: Draft)] = []

        init(_ field: SpecificationField) {
            self.field = field
            for (name, field) in field.type.contentFields { add(field, at: name[...]) }
        }

        mutating func add(_ field: SpecificationField) {
            if field.path.isEmpty {
                self.field = field
            } else {
                add(field, at: field.path.split(separator: "/")[...])
            }
        }

        private mutating func add(_ field: SpecificationField, at path: ArraySlice<Substring>) {
            guard let key = path.first else { return }
            let rest = path.dropFirst()
            let index = members.firstIndex { $0.key == key }
            if rest.isEmpty {
                var draft = Draft(field)
                if let index {
                    draft.members += members[index].draft.members
                    members[index].draft = draft
                } else {
                    members.append((String(key), draft))
                }
            } else if let index {
                members[index].draft.add(field, at: rest)
            } else {
                var draft = Draft(.init(String(key), .any))
                draft.add(field, at: rest)
                members.append((String(key), draft))
            }
        }

        private mutating func add(_ field: SpecificationField, at path: Substring) {
            add(field, at: path.split(separator: "/")[...])
        }
    }

    /// Adds a value and its fields; returns its index.
    private mutating func add(_ draft: Draft, path: String) -> Int {
        let type = draft.field.type
        var node = Node(path: path, type: type, role: draft.field.role)
        node.values = type.values.map { Set($0.map { Array($0.utf8) }) }
        let index = nodes.count
        nodes.append(node)
        var own: [Member] = []
        for (key, child) in draft.members {
            if key == "*" {
                node.element = add(child, path: path + "/*")
            } else if key.hasPrefix("<") {
                node.anyMember = add(child, path: path + "/*")
                node.keyFormat = keyFormat(key)
            } else {
                let bit = UInt64(1) << UInt64(own.count)
                let member = add(child, path: path + "/" + key)
                nodes[member].isOptional =
                    child.field.need == .optional && !Self.neededKeys.contains(key)
                own.append(Member(key: Array(key.utf8), node: member, bit: bit))
                switch child.field.need {
                case .required: node.required |= bit
                case .unlessReduced: node.unlessReduced |= bit
                case .optional: break
                }
            }
        }
        node.members = members.count..<(members.count + own.count)
        members += own
        nodes[index] = node
        if node.element >= 0, path.split(separator: "/").allSatisfy({ $0 != "*" }) {
            nodes[node.element].isRow = true
        }
        return index
    }

    /// Members that other documents may require.
    private static let neededKeys: Set<String> = [
        "vehicle_type_id", "current_range_meters", "vehicle_types_available",
        "default_reserve_time", "rental_apps", "ios", "android", "store_uri",
    ]

    /// Returns the format of free keys.
    private func keyFormat(_ key: String) -> TextFormat? {
        guard key == "<language>" else { return nil }
        return version == .v1_0 ? .twoLettersOfAnyCase : .language
    }

    /// Returns the bit of a member of a node.
    func bit(_ key: String, of node: Int) -> UInt64 {
        members[nodes[node].members].first { $0.key.elementsEqual(key.utf8) }?.bit ?? 0
    }

    /// Returns the section of the specification about a node.
    func section(of node: Int) -> String {
        let field = nodes[node].path.split(separator: "/").last { $0 != "*" }
        let isFile = version.dialect.traits.hasDiscovery
        let file = isFile ? document + ".json" : "/" + document.replacing("_", with: "/")
        return [version.title, file, field.map(String.init)].compactMap(\.self)
            .joined(separator: ", ")
    }
}

extension ValueType {
    /// Fields that each value has, with paths that begin below it.
    fileprivate var contentFields: [(String, SpecificationField)] {
        let fields: [SpecificationField] =
            switch content {
            case .plain: []
            case .localized:
                [
                    .init("*", .object),
                    .init("*/text", format.map(ValueType.text) ?? .string, .required),
                    .init("*/language", .language, .required),
                ]
            case .multiPolygon:
                [
                    .init("type", .one(of: "MultiPolygon"), .required),
                    .init("coordinates", .array, .required),
                    .init("coordinates/*", .array),
                    .init("coordinates/*/*", .array(4), role: .ring),
                    .init("coordinates/*/*/*", .array(2), role: .position),
                    .init("coordinates/*/*/*/*", .number, role: .ordinate),
                ]
            case .links:
                [
                    .init("android", .link, role: .androidLink),
                    .init("ios", .link, role: .iosLink),
                    .init("web", .link),
                ]
            }
        return fields.map { ($0.path, $0) }
    }
}

extension FieldCondition.Kind {
    /// Keys of members that it can require.
    fileprivate var neededKeys: [String] {
        switch self {
        case .location: ["lat", "lon", "station_id"]
        case .maxRange: ["max_range_meters"]
        case .needs(_, let second): [second]
        case .notBoth, .namesFeed, .listsSystemInformation: []
        }
    }
}
