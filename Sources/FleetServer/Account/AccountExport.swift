import FleetCore
import FleetService
import FleetTeam
import Foundation

/// Everything that belongs to one person, as a document to download.
struct AccountExport: Encodable {
    struct Account: Encodable {
        var id: String
        var name: String
        var displayName: String?
        var language: String?
        var role: String
        var createdAt: String
    }

    /// A source, by its permanent UUID, and the name that it has now.
    struct SourceReference: Encodable {
        var id: String
        var name: String?
    }

    struct Favorite: Encodable {
        var source: SourceReference
        var vehicleID: String
        var addedAt: String
    }

    struct Filter: Encodable {
        var source: SourceReference
        var colors: [String]
    }

    /// A document of the API, without fields that others see, and with other ones.
    struct Item<Content: Document>: Encodable {
        private let content: Content
        private let omitted: Set<String>
        private let others: [String: any Encodable]

        init(
            _ content: Content, without omitted: Set<String>,
            adding others: [String: (any Encodable)?] = [:]
        ) {
            (self.content, self.omitted) = (content, omitted)
            self.others = others.compactMapValues(\.self)
        }

        func encode(to encoder: any Encoder) throws {
            try content.encode(to: encoder, without: omitted)
            var members = encoder.container(keyedBy: Content.CodingKeys.self)
            for (name, value) in others {
                try members.encode(value, forKey: .init(stringValue: name))
            }
        }
    }

    /// A browser that has signed in before.
    struct Device: Encodable {
        var signedInAt: String
        var expiresAt: String
    }

    var exportedAt: String
    var account: Account
    var favorites: [Favorite]
    var filters: [Filter]
    /// The sources that the person follows; none means all.
    var followedSources: [SourceReference]
    var views: [Item<ViewDocument>]
    var notes: [Item<NoteDocument>]
    var snoozes: [Item<SnoozeDocument>]
    var sightings: [Item<SightingDocument>]
    var sessions: [SessionDocument]
    var devices: [Device]
    var tokens: [TokenDocument]

    /// Collects the document, and records in the audit log that it was made.
    init(of request: UserRequest) async throws {
        let access = request.access
        try await access.account.recordExport()
        exportedAt = request.environment.now().apiText
        account = Account(
            id: access.userID.text, name: access.name, displayName: access.displayName,
            language: access.language, role: access.role.rawValue,
            createdAt: try await access.account.createdAt().apiText)
        let names = Dictionary(request.sources.map { ($0.uuid, $0.name) }) {
            first, _ in first
        }
        favorites = try await access.favorites.all().map {
            Favorite(
                source: SourceReference($0.source, names), vehicleID: $0.vehicleID,
                addedAt: $0.addedAt.apiText)
        }
        filters = try await access.filters.all()
            .map { Filter(source: SourceReference($0.key, names), colors: $0.value.labels) }
            .sorted { $0.source.id < $1.source.id }
        followedSources = try await access.followed.all().map { SourceReference($0, names) }
        views = try await access.views.own().map {
            Item(ViewDocument($0), without: ["for_all", "created_by", "alerts"])
        }
        notes = try await Self.notes(access.notes).map { Item($0, names, request) }
        snoozes = try await access.attention.ownSnoozes().map {
            Item(
                SnoozeDocument($0, source: nil),
                without: ["source", "vehicle_id", "site_id", "by"],
                adding: [
                    "source": SourceReference($0.source, names), "subject": $0.subject.thing.id,
                ])
        }
        sightings = try await access.sightings.own().map {
            Item(
                SightingDocument($0, source: nil), without: ["source", "by", "can_undo"],
                adding: ["source": SourceReference($0.source, names)])
        }
        sessions = try await access.sessions.all().map(SessionDocument.init)
        devices = try await access.devices.all().map {
            Device(signedInAt: $0.signedInAt.apiText, expiresAt: $0.expiresAt.apiText)
        }
        tokens = try await access.tokens.all().map { TokenDocument($0) }
    }

    /// Returns the document as text that people can read, too.
    func encoded() throws -> Data {
        let encoder = JSONEncoder.api
        encoder.outputFormatting.insert(.prettyPrinted)
        return try encoder.encode(self)
    }

    /// Returns the person's own notes, newest first, in as many queries as they take.
    static func notes(
        _ collection: NoteCollection, pageSize: Int = 500
    ) async throws -> [TeamNote] {
        var notes: [TeamNote] = []
        var query = NoteQuery()
        (query.isMine, query.limit) = (true, pageSize)
        while true {
            let page = try await collection.all(query)
            notes += page
            guard page.count == pageSize, let last = page.last else { return notes }
            query.after = last.id
        }
    }
}

extension AccountExport.SourceReference {
    fileprivate init(_ uuid: UUID, _ names: [UUID: String]) {
        (id, name) = (uuid.text, names[uuid])
    }
}

extension AccountExport.Item<NoteDocument> {
    fileprivate init(_ note: TeamNote, _ names: [UUID: String], _ request: UserRequest) {
        let document = NoteDocument(note, request)
        let photos = document.photos.map {
            AccountExport.Item($0, without: ["photo", "sha256"], adding: ["number": $0.photo])
        }
        self.init(
            document,
            without: [
                "note", "source", "photos", "author", "is_mine", "can_edit", "can_delete",
                "can_share",
            ],
            adding: [
                "number": note.number, "photos": photos,
                "source": note.content.source.map { AccountExport.SourceReference($0, names) },
            ])
    }
}
