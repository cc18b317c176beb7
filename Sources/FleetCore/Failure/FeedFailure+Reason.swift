extension FeedFailure {
    /// The reason of a failure, in groups by subject.
    ///
    /// It is stored and sent without its group, as a name with values.
    public enum Reason: Equatable, Sendable {
        /// The connection to the service.
        case network(NetworkFailure)
        /// What the service answers.
        case service(ServiceFailure)
        /// The access to the feed, and its credentials.
        case access(AccessFailure)
        /// What the document contains.
        case content(ContentFailure)
        /// How much there is to read.
        case size(SizeFailure)
        /// The address, and where it leads.
        case link(LinkFailure)
        /// The files, resources and settings of this machine.
        case machine(MachineFailure)
        /// What is stored.
        case store(StoreFailure)
        /// What a table lacks.
        case table(TableFailure)
    }

    /// What belongs to one reason: its category, a message without the location, and the remedy.
    struct Words {
        let kind: Kind
        let message: String
        let hint: String

        init(_ kind: Kind, _ message: LocalizedText, _ hint: LocalizedText) {
            (self.kind, self.message, self.hint) = (kind, message.text, hint.text)
        }
    }
}

extension FeedFailure.Reason: Codable {
    /// Decodes a reason, whose group follows from its name.
    public init(from decoder: any Decoder) throws {
        func read<Group: FailureGroup>(_ reason: (Group) -> Self) -> Self? {
            (try? Group(from: decoder)).map(reason)
        }
        self =
            try read(Self.network) ?? read(Self.service) ?? read(Self.access) ?? read(Self.content)
            ?? read(Self.size) ?? read(Self.link) ?? read(Self.machine) ?? read(Self.table)
            ?? .store(StoreFailure(from: decoder))
    }

    /// Writes the reason as its group does.
    public func encode(to encoder: any Encoder) throws { try group.encode(to: encoder) }

    private var group: any FailureGroup {
        switch self {
        case .network(let group): group
        case .service(let group): group
        case .access(let group): group
        case .content(let group): group
        case .size(let group): group
        case .link(let group): group
        case .machine(let group): group
        case .store(let group): group
        case .table(let group): group
        }
    }

    var words: FeedFailure.Words { group.words }
}

/// The reasons of one subject.
protocol FailureGroup: Equatable, Sendable, Codable {
    typealias Words = FeedFailure.Words

    /// What belongs to each reason.
    var words: Words { get }
}
