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

    struct View: Encodable {
        let view: ViewDocument

        func encode(to encoder: any Encoder) throws {
            try view.encode(to: encoder, without: ["for_all", "created_by", "alerts"])
        }
    }

    struct Snooze: Encodable {
        var id: String
        var source: SourceReference
        var group: String?
        /// ID of the vehicle or site; empty for the source.
        var subject: String
        var reason: String
        var until: String
        var createdAt: String
    }

    struct Photo: Encodable {
        let photo: PhotoDocument

        func encode(to encoder: any Encoder) throws {
            try photo.encode(to: encoder, without: ["photo", "sha256"])
            try ["number": photo.photo].encode(to: encoder)
        }
    }

    struct Note: Encodable {
        let note: NoteDocument
        let source: SourceReference?

        enum OtherKeys: CodingKey { case number, source, photos }

        func encode(to encoder: any Encoder) throws {
            try note.encode(
                to: encoder,
                without: [
                    "note", "source", "photos", "author", "is_mine", "can_edit", "can_delete",
                    "can_share",
                ])
            var members = encoder.container(keyedBy: OtherKeys.self)
            try members.encode(note.note, forKey: .number)
            try members.encodeIfPresent(source, forKey: .source)
            try members.encode(note.photos.map(Photo.init), forKey: .photos)
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
    var views: [View]
    var notes: [Note]
    var snoozes: [Snooze]
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
        let names = Dictionary(request.environment.sources.all.map { ($0.uuid, $0.name) }) {
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
        views = try await access.views.own().map { View(view: ViewDocument($0)) }
        notes = try await Self.notes(access.notes).map { note in
            Note(
                note: NoteDocument(note, request),
                source: note.content.source.map { SourceReference($0, names) })
        }
        snoozes = try await access.attention.ownSnoozes().map {
            Snooze(
                id: $0.id.text, source: SourceReference($0.source, names),
                group: $0.subject.group?.rawValue,
                subject: $0.subject.thing.id, reason: $0.reason, until: $0.until.apiText,
                createdAt: $0.createdAt.apiText)
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
