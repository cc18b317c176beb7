import FleetCore
import FleetTeam
import Hummingbird
import JSON
import Synchronization

/// The description of the API of this server (OpenAPI 3.1).
///
/// The file `openapi.json` describes what differs between operations. Parameters follow from the
/// path and the query that the route understands, the types of a list from its formats, and the
/// answers that every operation has from what the file says of it.
final class OpenAPIDocument: Sendable {
    /// The schemas that are made from fields, by what stands for each in the file.
    private static let schemas: [String: JSONObjectWriter] = [
        "{{Alert}}": AlertDocument.documentSchema(),
        "{{AlertChange}}": AlertChangeDocument.documentSchema(hasDefaults: false),
        "{{Assignment}}": AssignmentDocument.documentSchema(),
        "{{CheckedSource}}": CheckedSourceDocument.documentSchema(),
        "{{ColorFilter}}": FilterAPI.Filter.documentSchema(),
        "{{CorrectedDay}}": LimitDayDocument.documentSchema(
            without: LimitCorrectionDocument.omitted),
        "{{FollowedSources}}": AccountHandlers.FollowedDocument.documentSchema(),
        "{{Labels}}": LabelHandlers.schema,
        "{{Limit}}": LimitDocument.documentSchema(),
        "{{LimitCorrection}}": LimitCorrectionDocument.documentSchema(),
        "{{LimitDay}}": LimitDayDocument.documentSchema(),
        "{{LimitEnd}}": LimitEndDocument.documentSchema(),
        "{{Link}}": LinkDocument.documentSchema(),
        "{{NewAlert}}": AlertChangeDocument.documentSchema(
            requiring: AlertChangeDocument.required),
        "{{NewInvitation}}": InvitationHandlers.RoleDocument.documentSchema(),
        "{{NewLimit}}": NewLimitDocument.documentSchema(),
        "{{NewNote}}": NewNoteDocument.documentSchema(),
        "{{NewPassword}}": AccountHandlers.PasswordDocument.documentSchema(),
        "{{NewSighting}}": NewSightingDocument.documentSchema(),
        "{{NewRow}}": NewRowDocument.documentSchema(),
        "{{NewSnooze}}": NewSnoozeDocument.documentSchema(),
        "{{NewSource}}": NewSourceDocument.documentSchema(),
        "{{NewToken}}": TokenHandlers.NewTokenDocument.documentSchema(),
        "{{NewView}}": NewViewDocument.documentSchema(),
        "{{Note}}": NoteDocument.documentSchema(),
        "{{NoteChange}}": NoteChange.documentSchema(),
        "{{PasswordReset}}": LinkHandlers.ResetDocument.documentSchema(),
        "{{Numbers}}": NumbersDocument.documentSchema(),
        "{{Person}}": AccountHandlers.PersonDocument.documentSchema(),
        "{{Photo}}": PhotoDocument.documentSchema(),
        "{{Registration}}": SignInHandlers.RegistrationDocument.documentSchema(),
        "{{RowChange}}": RowChangeDocument.documentSchema(),
        "{{Scan}}": ScanDocument.documentSchema(),
        "{{Sighting}}": SightingDocument.documentSchema(),
        "{{SignIn}}": SignInHandlers.SignInDocument.documentSchema(),
        "{{Snooze}}": SnoozeDocument.documentSchema(),
        "{{Source}}": SourceDocument.documentSchema(),
        "{{SourceChange}}": SourceChangeDocument.documentSchema(),
        "{{SourceCredentials}}": SourceAccess.schema,
        "{{User}}": UserDocument.documentSchema(),
        "{{UserChange}}": UserHandlers.ChangeDocument.documentSchema(),
        "{{View}}": ViewDocument.documentSchema(),
        "{{ViewChange}}": ViewChangeDocument.documentSchema(),
    ]
    /// What the segment after each of some segments names; after others, it is a UUID.
    private static let segments: [String: (text: String, format: String?)] = [
        "sources": ("Name of a source, or a former one.", nil),
        "vehicles": ("ID of a vehicle, percent-encoded.", nil),
        "favorites": ("ID of a vehicle, on its label or in the feed.", nil),
        "sites": ("ID of a site, percent-encoded.", nil),
        "days": ("The day, such as 2026-01-31.", "date"),
        "versions": ("Number of changes until the rows were replaced.", nil),
        "alerts": ("ID of an alert.", "uuid"), "limits": ("ID of a version of a limit.", "uuid"),
        "notes": ("ID of a note.", "uuid"), "photos": ("ID of a photo.", "uuid"),
        "snoozes": ("ID of a snooze.", "uuid"), "views": ("ID of a view.", "uuid"),
    ]

    private let cookieName: String
    private let parameters: [String: [QueryParameter]]
    private let bytes = Mutex<[UInt8]?>(nil)

    /// - Parameters:
    ///   - cookieName: The name of the cookie of a session, which depends on the server.
    ///   - parameters: The parameters that each route understands, by method and path.
    init(cookieName: String, parameters: [String: [QueryParameter]]) {
        (self.cookieName, self.parameters) = (cookieName, parameters)
    }

    func add(to routes: Routes) {
        routes.open(.get, "/api/openapi.json") { [self] _ in
            let bytes = try bytes.withLock { bytes in
                let made = try bytes ?? make()
                bytes = made
                return made
            }
            return Response(bytes, "application/json")
        }
    }

    private func make() throws -> [UInt8] {
        let file = WebFile.all.first { $0.path == "openapi.json" }
        var text = UTF8Buffer()
        text.append(filled(try Self.tree(file?.bytes ?? []), at: []))
        return text.bytes
    }

    private static func tree(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try JSONDocument(bytes).value(maxNodes: .max, maxDepth: JSONDocument.maxDepth)
    }

    private static func tree(_ objects: [JSONObjectWriter]) -> [JSONValue] {
        objects.compactMap { try? tree($0.text.bytes) }
    }

    /// Returns a part of the file with what follows from the server.
    /// - Parameter keys: The members that lead to it.
    private func filled(_ part: JSONValue, at keys: [String]) -> JSONValue {
        switch part {
        case .string("__Host-fleet"): return .string(cookieName)
        case .string(let text):
            return Self.schemas[text].flatMap { Self.tree([$0]).first } ?? part
        case .array(let elements): return .array(elements.map { filled($0, at: keys) })
        case .object(let object):
            let members = object.members.map { ($0.key, filled($0.value, at: keys + [$0.key])) }
            guard keys.count == 3, keys[0] == "paths" else { return .object(JSONObject(members)) }
            return .object(operation(JSONObject(members), keys[2].uppercased(), keys[1]))
        default: return part
        }
    }

    private func operation(
        _ file: JSONObject, _ method: String, _ path: String
    ) -> JSONObject {
        let query = parameters["\(method) \(path.replacing(/{([a-z]+)}/) { ":" + $0.1 })"] ?? []
        let all =
            Self.tree(Self.pathParameters(path)) + (file["parameters"]?.array ?? [])
            + Self.tree(query.map(\.json))
        var answers = ["400": "Invalid", "default": "Problem"]
        if file["security"] == nil { answers["401"] = "SignedOut" }
        if file["requestBody"] != nil { answers["413"] = "TooLarge" }
        var responses = answers.mapValues { Self.reference("responses", $0) }
        for answer in file["responses"]?.object?.members ?? [] {
            responses[answer.key] = Self.response(answer.key, answer.value, of: query)
        }
        var members = file.members.map { ($0.key, $0.value) }
        members.removeAll { ["parameters", "responses"].contains($0.0) }
        if !all.isEmpty { members.append(("parameters", .array(all))) }
        let sorted = responses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return JSONObject(members + [("responses", .object(JSONObject(sorted)))])
    }

    private static func pathParameters(_ path: String) -> [JSONObjectWriter] {
        let segments = path.split(separator: "/")
        return zip(segments, segments.dropFirst()).compactMap { collection, name in
            guard name.hasPrefix("{") else { return nil }
            let (text, format) = Self.segments[String(collection)] ?? ("UUID.", "uuid")
            var object = JSONObjectWriter()
            object.add("name", String(name.dropFirst().dropLast()))
            object.add("in", "path")
            object.add("required", true)
            object.add("description", text)
            object.add("schema", FieldLimits().json(FieldSchema("string", format: format), nil))
            return object
        }
    }

    /// Returns an answer, of which the file may have the description only.
    private static func response(
        _ status: String, _ file: JSONValue, of query: [QueryParameter]
    ) -> JSONValue {
        guard case .string = file else { return status == "200" ? list(file, of: query) : file }
        var members = [("description", file)]
        if status >= "4" {
            let schema = object("schema", reference("schemas", "Problem"))
            members.append(("content", object("application/problem+json", schema)))
        }
        if status == "429" {
            let field = reference("headers", "RetryAfter")
            members.append(("headers", object("Retry-After", field)))
        }
        return .object(JSONObject(members))
    }

    /// Returns the answer of a list with the types of its formats besides JSON.
    private static func list(_ file: JSONValue, of query: [QueryParameter]) -> JSONValue {
        guard case .choice(let names)? = query.first(where: { $0.name == "format" })?.value else {
            return file
        }
        var types = file.object?["content"]?.object?.members.map { ($0.key, $0.value) } ?? []
        for format in names.compactMap(ListFormat.init) {
            let type = String(format.mediaType.prefix { $0 != ";" })
            guard !types.contains(where: { $0.0 == type }) else { continue }
            let schema = object("type", .string(type.hasSuffix("+json") ? "object" : "string"))
            types.append((type, object("schema", schema)))
        }
        var members = file.object?.members.map { ($0.key, $0.value) } ?? []
        members.removeAll { $0.0 == "content" }
        return .object(JSONObject(members + [("content", .object(JSONObject(types)))]))
    }

    private static func reference(_ kind: String, _ name: String) -> JSONValue {
        object("$ref", .string("#/components/\(kind)/\(name)"))
    }

    private static func object(_ name: String, _ value: JSONValue) -> JSONValue {
        .object(JSONObject([(name, value)]))
    }
}

extension UTF8Buffer {
    fileprivate mutating func append(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .integer(let number): append("\(number)")
        case .number(let number): append("\(number)")
        case .digits(let digits): append(digits)
        case .string(let text): appendJSON(text)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                append(index == 0 ? "[" : ",")
                append(element)
            }
            append(elements.isEmpty ? "[]" : "]")
        case .object(let object):
            for (index, member) in object.members.enumerated() {
                append(index == 0 ? "{" : ",")
                appendJSON(member.key)
                append(":")
                append(member.value)
            }
            append(object.members.isEmpty ? "{}" : "}")
        }
    }
}
