import FleetCore
import JSON

/// Check of one document while it is read, in one pass and in bounded memory.
///
/// It follows the values of the document through the tree of its table, and counts what is wrong.
/// Values that the table does not have are skipped.
struct DocumentCheck {
    /// An array or object that is open.
    struct Frame {
        /// Its node; -1 if the table does not have it, or if it has another type.
        var node: Int
        var isArray: Bool
        /// Bits of the members that were there.
        var seen: UInt64 = 0
        /// Index of the current element, or number of members before the current one.
        var index = -1
        /// Node of the current member.
        var member = -1
        /// Key of the current member if it has no node of its own.
        var key = ""
    }

    let tree: SpecificationTree
    let findings: FindingList
    /// What is known of the system so far.
    var system: SystemContext
    /// State of the rules about data.
    var data: DataState
    private(set) var stack: [Frame] = []
    /// For each node, the members in the order of the last object, as indices in the tree; -1 for
    /// keys that the table does not have.
    private var order: [Int32]
    private static let maxOrder = 64

    /// - Parameter document: Name of the document in the findings.
    init(_ tree: SpecificationTree, of document: String, in system: consuming SystemContext) {
        self.tree = tree
        findings = FindingList(of: tree, in: document)
        self.system = system
        data = DataState(tree)
        order = Array(repeating: -1, count: tree.nodes.count * Self.maxOrder)
        beginDocument()
    }

    /// Receives a part of the document.
    mutating func handle(_ event: JSONEvent, _ field: JSONField?) {
        switch event {
        case .key: if let field { readKey(field) }
        case .scalar:
            let node = nextNode()
            if let field, node >= 0 { check(field, node) }
        case .array: open(nextNode(), isArray: true)
        case .object: open(nextNode(), isArray: false)
        case .end: close()
        }
    }

    /// Moves to the next value, and returns its node.
    private mutating func nextNode() -> Int {
        guard let last = stack.indices.last else { return 0 }
        guard stack[last].isArray else { return stack[last].member }
        stack[last].index += 1
        let node = stack[last].node
        return node < 0 ? -1 : tree.outlines[node].element
    }

    private mutating func readKey(_ key: JSONField) {
        let last = stack.count - 1
        stack[last].index += 1
        let node = stack[last].node
        guard node >= 0 else { return }
        let bytes = key.bytes
        let place = node * Self.maxOrder + min(stack[last].index, Self.maxOrder - 1)
        // Objects of a list have their keys in the same order, so that of the last one comes first.
        var member = Int(order[place])
        if member < 0 || !isKey(bytes, of: member) {
            member = find(bytes, of: node)
            order[place] = Int32(member)
        }
        guard member >= 0 else { return readFreeKey(key, of: node) }
        stack[last].member = tree.keys[member].node
        stack[last].seen |= tree.keys[member].bit
    }

    /// Returns whether bytes are the key of a member.
    private func isKey(_ bytes: UnsafeBufferPointer<UInt8>, of member: Int) -> Bool {
        let key = tree.keys[member]
        guard bytes.count == key.count else { return false }
        var index = 0
        while index < key.count {
            if bytes[index] != tree.keyBytes[key.start + index] { return false }
            index += 1
        }
        return true
    }

    /// Returns the index of a member in the tree; -1 if the table does not have it.
    private func find(_ key: UnsafeBufferPointer<UInt8>, of node: Int) -> Int {
        var member = tree.outlines[node].firstMember
        while member < tree.outlines[node].endOfMembers {
            if isKey(key, of: member) { return member }
            member += 1
        }
        return -1
    }

    private mutating func readFreeKey(_ key: JSONField, of node: Int) {
        let last = stack.count - 1
        let tableNode = tree.nodes[node]
        stack[last].member = -1
        let isAllowed = tableNode.keyFormat?.matches(key.bytes) ?? true
        if tableNode.anyMember >= 0, isAllowed {
            stack[last].member = tableNode.anyMember
            stack[last].key = key.shortText
        } else if tableNode.type.isClosed {
            findings.add(
                .standard.fieldNotAllowed, at: node, keyword: "additionalProperties",
                example: .init(path: pointer(toMember: false), value: key.shortText))
        }
    }
}

extension DocumentCheck {
    private mutating func open(_ node: Int, isArray: Bool) {
        var node = node
        if node >= 0 {
            let kind: ValueType.Kinds = isArray ? .array : .object
            if tree.outlines[node].kinds.isDisjoint(with: kind) {
                addWrongType(node, value: isArray ? "an array" : "an object")
                node = -1
            } else if tree.outlines[node].hasValues {
                addValue(node, value: isArray ? "an array" : "an object")
            }
        }
        stack.append(Frame(node: node, isArray: isArray))
        guard node >= 0 else { return }
        if tree.outlines[node].isRow { data.row = RowValues() }
        if let role = tree.outlines[node].role { opened(role) }
        if isArray, tree.outlines[node].hasConditions { data.feeds = FeedNames() }
    }

    private mutating func close() {
        guard let frame = stack.last else { return }
        defer { stack.removeLast() }
        guard frame.node >= 0 else { return }
        let outline = tree.outlines[frame.node]
        let count = frame.index + 1
        if !outline.counts.contains(count) { addWrongLength(frame, count) }
        let missing = outline.required & ~frame.seen
        if missing != 0 { addMissing(missing, of: frame.node) }
        if outline.hasConditions { checkConditions(frame) }
        if let role = outline.role { closed(role, count: count) }
        if outline.isRow, !frame.isArray { finishRow(frame) }
    }

    private mutating func addMissing(_ bits: UInt64, of node: Int) {
        for member in tree.nodes[node].members where tree.members[member].bit & bits != 0 {
            let isRequired = tree.nodes[node].required & tree.members[member].bit != 0
            addMissing(member, isRequired ? .standard.fieldMissing : .standard.fieldReduced)
        }
    }

    /// Adds the innermost object, which lacks a member.
    mutating func addMissing(
        _ member: Int, _ rule: CheckRule, problem: @autoclosure () -> String? = nil,
        keyword: String = "required"
    ) {
        let name = { (key: [UInt8]) in String(decoding: key, as: UTF8.self) }
        let key = tree.members[member].key
        findings.add(
            rule, at: tree.members[member].node, problem: problem() ?? "\(name(key)) is missing",
            keyword: keyword, parameters: .missing(name(key)),
            example: .init(path: pointer(toMember: false)))
    }

    private mutating func addWrongLength(_ frame: Frame, _ count: Int) {
        let type = tree.nodes[frame.node].type
        let isShort = count < type.minCount
        let (noun, suffix) = frame.isArray ? ("element", "Items") : ("member", "Properties")
        let limit = isShort ? type.minCount : type.maxCount
        findings.add(
            .standard.wrongLength, at: frame.node,
            problem: "\(name(of: frame.node)) must have \(isShort ? "at least" : "at most") "
                + ShortText.count(limit, noun),
            keyword: (isShort ? "min" : "max") + suffix,
            parameters: .limit(Double(limit), isMaximum: !isShort),
            example: .init(path: pointer(toMember: false), value: ShortText.count(count, noun)))
    }
}

extension DocumentCheck {
    /// Checks a value that is neither an array nor an object.
    private mutating func check(_ field: JSONField, _ node: Int) {
        let outline = tree.outlines[node]
        switch field.kind {
        case .string:
            guard outline.kinds.contains(.string) else { return addWrongType(field, node) }
            if outline.hasText { checkText(field, node) }
        case .integer, .double:
            guard let number = field.double, isNumber(number, field, outline.kinds) else {
                return addWrongType(field, node)
            }
            if outline.hasValues { addValue(node, value: field.shortText) }
            if !outline.range.contains(number) { addOutOfRange(number, field, node) }
        case .bool:
            guard outline.kinds.contains(.boolean) else { return addWrongType(field, node) }
            if outline.hasValues { addValue(node, value: field.shortText) }
        case .null:
            guard outline.kinds.contains(.null) else { return addWrongType(field, node) }
            if outline.hasValues { addValue(node, value: field.shortText) }
        case .invalid, .missing, .container: return addWrongType(field, node)
        }
        if let role = outline.role { read(field, as: role, at: node) }
    }

    private func isNumber(_ number: Double, _ field: JSONField, _ kinds: ValueType.Kinds) -> Bool {
        kinds.contains(.number)
            || kinds.contains(.integer) && (field.kind == .integer || number == number.rounded())
    }

    private mutating func checkText(_ field: JSONField, _ node: Int) {
        if tree.outlines[node].hasValues, !isValue(field.bytes, of: node) {
            addValue(node, value: field.shortText)
        }
        // The format of localized texts is that of their texts.
        guard let format = tree.nodes[node].type.format else { return }
        if !format.matches(field.bytes) {
            findings.add(
                .standard.wrongFormat, at: node,
                problem: "\(name(of: node)) must be \(format.description)",
                keyword: format.keyword, parameters: .format("\(format)"),
                example: .init(path: pointer(), value: field.shortText))
        } else if format == .dateTime, TextFormat.lacksZone(field.bytes) {
            findings.add(
                .document.timeWithoutZone, at: node,
                problem: "\(name(of: node)) has no offset from UTC",
                example: .init(path: pointer(), value: field.shortText))
        }
    }

    /// Returns whether a text is one of those of a node.
    private func isValue(_ bytes: UnsafeBufferPointer<UInt8>, of node: Int) -> Bool {
        tree.nodes[node].values?.contains(Array(bytes)) ?? true
    }

    private mutating func addOutOfRange(_ number: Double, _ field: JSONField, _ node: Int) {
        let type = tree.nodes[node].type
        let isMaximum = number > type.maximum ?? .infinity
        let limit = (isMaximum ? type.maximum : type.minimum) ?? 0
        findings.add(
            .standard.outOfRange, at: node,
            problem: "\(name(of: node)) must be \(type.rangeText)",
            keyword: isMaximum ? "maximum" : "minimum",
            parameters: .limit(limit, isMaximum: isMaximum),
            example: .init(path: pointer(), value: field.shortText))
    }

    private mutating func addWrongType(_ field: JSONField, _ node: Int) {
        addWrongType(
            node, value: field.kind == .string ? "\"\(field.shortText)\"" : field.shortText)
    }

    private mutating func addWrongType(_ node: Int, value: @autoclosure () -> String) {
        let kinds = tree.nodes[node].type.kinds
        findings.add(
            .standard.wrongType, at: node, problem: "\(name(of: node)) must be \(kinds.text)",
            keyword: "type", parameters: .type(kinds.schemaText),
            example: .init(path: pointer(), value: value()))
    }

    /// Adds a value that is not one of those of the table.
    private mutating func addValue(_ node: Int, value: @autoclosure () -> String) {
        let values = tree.nodes[node].type.values ?? []
        let list = values.prefix(12).joined(separator: ", ") + (values.count > 12 ? ", …" : "")
        findings.add(
            .standard.valueNotAllowed, at: node,
            problem: "\(name(of: node)) must be \(values.count > 1 ? "one of " : "")\(list)",
            keyword: tree.nodes[node].path == "/version" ? "const" : "enum",
            parameters: .values(Array(values.prefix(100))),
            example: .init(path: pointer(), value: value()))
    }

    /// Returns the name of a value in messages.
    func name(of node: Int) -> String {
        let keys = tree.nodes[node].path.split(separator: "/")
        guard let key = keys.last(where: { $0 != "*" }) else { return "the document" }
        return keys.last == "*" ? "each element of \(key)" : String(key)
    }

    /// Returns the JSON pointer to the current value.
    ///
    /// - Parameter toMember: Whether it is a member or element of the innermost object or array,
    ///   rather than that itself.
    func pointer(toMember: Bool = true) -> String {
        var pointer = ""
        for frame in toMember ? stack[...] : stack.dropLast() {
            if frame.isArray {
                pointer += "/\(frame.index)"
            } else {
                let path = frame.member < 0 ? "" : tree.nodes[frame.member].path
                let key = path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst()
                pointer += "/" + (key == "*" ? frame.key : String(key)).escapedForPointer
            }
        }
        return pointer
    }
}

extension String {
    /// The key in a JSON pointer (RFC 6901, section 3).
    fileprivate var escapedForPointer: String {
        utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
            ? replacing("~", with: "~0").replacing("/", with: "~1") : self
    }
}

extension JSONField {
    /// The beginning of the text or source, for examples.
    var shortText: String {
        let text = String(decoding: bytes.prefix(200), as: UTF8.self)
        return text.count > 60 || bytes.count > 200 ? String(text.prefix(60)) + "…" : text
    }
}

extension ValueType {
    /// The range in words, after "must be".
    fileprivate var rangeText: String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?):
            "from \(ShortText.plain(minimum)) to \(ShortText.plain(maximum))"
        case (let minimum?, nil): "\(ShortText.plain(minimum)) or more"
        case (nil, let maximum?): "\(ShortText.plain(maximum)) or less"
        case (nil, nil): "a number"
        }
    }
}

extension ValueType.Kinds {
    private static let names: [(Self, text: String, schema: String)] = [
        (.string, "a string", "string"), (.boolean, "a boolean", "boolean"),
        (.integer, "a whole number", "integer"), (.number, "a number", "number"),
        (.object, "an object", "object"), (.array, "an array", "array"), (.null, "null", "null"),
    ]

    /// The types in words, after "must be".
    fileprivate var text: String {
        Self.names.filter { contains($0.0) }.map(\.text).joined(separator: " or ")
    }

    /// The types as in JSON Schema.
    fileprivate var schemaText: String {
        Self.names.filter { contains($0.0) }.map(\.schema).joined(separator: ",")
    }
}

extension ShortText {
    /// Returns a number without a needless fraction.
    static func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }
}
