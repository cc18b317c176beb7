import FleetCore
import FleetTeam
import HTTPTypes

/// Credentials for the service of a source, as administrators enter them.
///
/// Their secrets are only passed on: no page and no answer has them.
struct SourceAccess {
    /// The form of the credentials.
    enum Kind: String, CaseIterable {
        /// Nothing is sent.
        case none
        case bearer
        case header
        /// Tokens that the service issues to its client (OAuth 2.0).
        case oauth
        /// Tokens that a key signs (JWT).
        case jwt

        /// The fields of this form.
        var fields: [Field] {
            switch self {
            case .none: []
            case .bearer: [.token]
            case .header: [.headerName, .headerValue]
            case .oauth: [.tokenURL, .clientID, .clientSecret, .scope, .tokenAuth]
            case .jwt: [.key, .keyID, .issuer, .audience]
            }
        }
    }

    /// A field of the page, and a member of a document.
    enum Field: String {
        case token
        case headerName = "header_name"
        case headerValue = "header_value"
        case tokenURL = "token_url"
        case clientID = "client_id"
        case clientSecret = "client_secret"
        case scope
        case tokenAuth = "token_auth"
        case key = "jwt_key"
        case keyID = "jwt_kid"
        case issuer = "jwt_iss"
        case audience = "jwt_aud"

        var isSecret: Bool {
            switch self {
            case .token, .headerValue, .clientSecret, .key: true
            default: false
            }
        }

        fileprivate var isRequired: Bool { self != .scope && self != .tokenAuth }
    }

    let kind: Kind
    private let values: [Field: String]

    /// Creates the credentials of a document; `nil` if it leaves those of the source as they are.
    /// - Throws: `Problem` (422) for an unknown kind, and for members that are missing or unknown.
    init?(_ members: [String: String]?) throws(Problem) {
        guard let members else { return nil }
        guard let kind = members["type"].flatMap(Kind.init) else {
            throw Problem(
                .unprocessableContent, "The kind of credentials is not valid.",
                hint: "Use one of \(Kind.allCases.map(\.rawValue).listed).",
                parameter: "credentials")
        }
        self.kind = kind
        var values: [Field: String] = [:]
        for field in kind.fields {
            let text = members[field.rawValue] ?? ""
            guard !text.isEmpty || !field.isRequired else {
                throw Problem(
                    .unprocessableContent,
                    "Credentials of this kind need the field \(field.label).",
                    hint: "Fill it in.", parameter: field.rawValue)
            }
            if !text.isEmpty { values[field] = text }
        }
        self.values = values
        let known = ["type"] + kind.fields.map(\.rawValue)
        guard members.keys.allSatisfy(known.contains) else {
            throw Problem(
                .unprocessableContent, "The credentials have a member that is not known here.",
                hint: "They have the members \(known.listed).", parameter: "credentials")
        }
    }

    /// Whether the server sends requests to another address for them.
    var hasAddress: Bool { kind == .oauth }

    /// Returns the credentials to store.
    ///
    /// - Throws: `Problem` (422) if the address for tokens is not allowed.
    func credentials(by rules: SourceRules) async throws -> Credentials {
        func value(_ field: Field) -> String { values[field] ?? "" }
        var credentials = Credentials()
        switch kind {
        case .none: break
        case .bearer:
            credentials.headers = [
                .init(name: "Authorization", value: "Bearer " + value(.token))
            ]
        case .header:
            credentials.headers = [.init(name: value(.headerName), value: value(.headerValue))]
        case .oauth:
            try await rules.requireTokenAddress(value(.tokenURL))
            var grant = TokenGrant(
                address: value(.tokenURL), clientID: value(.clientID),
                secret: value(.clientSecret))
            grant.scope = values[.scope]
            guard let form = TokenGrant.Authentication(rawValue: values[.tokenAuth] ?? "basic")
            else {
                let names = TokenGrant.Authentication.allCases.map(\.rawValue).listed
                throw Problem(
                    .unprocessableContent, "The form of the token request is not valid.",
                    hint: "Use one of \(names).", parameter: Field.tokenAuth.rawValue)
            }
            grant.authentication = form
            credentials.tokenGrant = grant
        case .jwt:
            credentials.tokenSigning = TokenSigning(
                privateKey: value(.key), keyID: value(.keyID), issuer: value(.issuer),
                audience: value(.audience))
        }
        return credentials
    }
}

extension QueryItems {
    /// The credentials of a form as a document has them; `nil` if it leaves those of the source as
    /// they are.
    var credentials: [String: String]? {
        guard let kind = self["access"], kind != AccessContext.unchanged else { return nil }
        var members = ["type": kind]
        for field in SourceAccess.Kind(rawValue: kind)?.fields ?? [] {
            members[field.rawValue] = self[field.rawValue]
        }
        return members
    }
}

extension SourceAccess {
    /// The schema in `openapi.json`, which is in English.
    static var schema: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add(
            "description",
            "Credentials for the service of a source, of which no response has anything.")
        object.add("oneOf", Language.$current.withValue(.english) { Kind.allCases.map(\.schema) })
        return object
    }
}

extension SourceAccess.Kind {
    fileprivate var schema: JSONObjectWriter {
        let type = FieldLimits(only: .text(rawValue)).json(FieldSchema("string"), nil)
        var (object, properties) = (JSONObjectWriter(), JSONObjectWriter())
        properties.add("type", type)
        for field in fields { properties.add(named: field.rawValue, field.schema) }
        object.add("type", "object")
        object.add("description", label)
        object.add("properties", properties)
        object.add("required", ["type"] + fields.filter(\.isRequired).map(\.rawValue))
        object.add("additionalProperties", false)
        return object
    }
}

extension SourceAccess.Field {
    fileprivate var schema: JSONObjectWriter {
        typealias Choice = TokenGrant.Authentication
        let limits =
            self == .tokenAuth
            ? FieldLimits(
                choices: Choice.allCases.map(\.rawValue), byDefault: .text(Choice.basic.rawValue))
            : FieldLimits()
        var object = limits.json(FieldSchema("string"), label)
        object.add("writeOnly", isSecret ? true : nil)
        return object
    }
}

extension SourceAccess.Kind {
    /// The name on pages.
    var label: String {
        switch self {
        case .none: localized("none")
        case .bearer: localized("bearer token")
        case .header: localized("header")
        case .oauth: localized("OAuth 2.0, client credentials")
        case .jwt: localized("self-signed token (JWT, ES256)")
        }
    }
}

extension SourceAccess.Field {
    /// The name on pages.
    var label: String {
        switch self {
        case .token: localized("Bearer token")
        case .headerName: localized("Name of the header")
        case .headerValue: localized("Value of the header")
        case .tokenURL: localized("Address for tokens (https)")
        case .clientID: localized("Client ID")
        case .clientSecret: localized("Client secret")
        case .scope: localized("Scope (if needed)")
        case .tokenAuth: localized("ID and secret are sent")
        case .key: localized("Private key for P-256 (PEM)")
        case .keyID: localized("Key ID (kid)")
        case .issuer: localized("Issuer (iss)")
        case .audience: localized("Audience (aud)")
        }
    }
}

/// The fields for the kind of the feed of a source and for its credentials: the keys of the template
/// `_access`.
struct AccessContext {
    /// A field; a text unless it is a choice, a key or another secret.
    struct Field {
        var name: String
        var label: String
        /// The value that was typed, never one of a secret.
        var value: String
        var isText: Bool
        var isSecret: Bool
        var isKey: Bool
        var isChoice: Bool
        var choices: [SelectOption]
    }

    struct Group {
        var kind: String
        var fields: [Field]
    }

    /// The choice that leaves the credentials of a source as they are.
    static let unchanged = "unchanged"
    /// Name of the field for the kind of the feed.
    static let feedKind = Source.Provider.mds.rawValue

    var feedKinds: [SelectOption]
    var kinds: [SelectOption]
    var groups: [Group]

    /// - Parameters:
    ///   - form: The form that was refused, or values to fill in.
    ///   - provider: The kind that the source has already.
    ///   - hasCredentials: Whether the source has credentials already.
    init(_ form: QueryItems, provider: Source.Provider = .detected, hasCredentials: Bool = false) {
        let typed = form[Self.feedKind].map { $0 == true.description }
        let provider = Source.Provider(.mds, if: typed) ?? provider
        feedKinds = Source.Provider.allCases.map {
            SelectOption(
                value: ($0 != .detected).description, label: $0.label, isSelected: $0 == provider)
        }
        let selected = form["access"] ?? (hasCredentials ? Self.unchanged : "none")
        kinds = SourceAccess.Kind.allCases.map {
            SelectOption(value: $0.rawValue, label: $0.label, isSelected: $0.rawValue == selected)
        }
        if hasCredentials {
            kinds.insert(
                SelectOption(
                    value: Self.unchanged, label: localized("the present ones"),
                    isSelected: selected == Self.unchanged),
                at: 0)
        }
        groups = SourceAccess.Kind.allCases.filter { !$0.fields.isEmpty }.map { kind in
            Group(kind: kind.rawValue, fields: kind.fields.map { Field($0, form) })
        }
    }
}

extension AccessContext.Field {
    fileprivate init(_ field: SourceAccess.Field, _ form: QueryItems) {
        (name, label) = (field.rawValue, field.label)
        let typed = field.isSecret ? "" : form[field.rawValue] ?? ""
        value = field == .tokenURL ? SourcesPage.shown(typed) : typed
        (isKey, isChoice) = (field == .key, field == .tokenAuth)
        isSecret = field.isSecret && !isKey
        isText = !field.isSecret && !isChoice
        let names: [(TokenGrant.Authentication, String)] = [
            (.basic, localized("as Basic credentials (usual)")), (.form, localized("in the form")),
            (.json, localized("as JSON")),
        ]
        choices =
            isChoice
            ? names.map { value, label in
                .init(
                    value: value.rawValue, label: label, isSelected: value.rawValue == typed)
            } : []
    }
}
