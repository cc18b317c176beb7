/// The address, and where it leads.
public enum LinkFailure: FailureGroup {
    /// The address is invalid; with the cause.
    case badAddress(String)
    /// More redirects than allowed.
    case tooManyRedirects(limit: Int)
    /// A redirect to an address that is not allowed.
    case badRedirect(to: String)
    /// A link or redirect to an address that contains a credential of the source.
    case credentialInLink
    /// A link or redirect to this machine or one of its network links, where the source is not.
    case linkToThisMachine
    /// gbfs.json leads to no vehicle feed; with a phrase that follows `gbfs.json`, such as
    /// `lists no version`.
    case brokenDiscovery(String)
    /// The pages of a feed cannot all be read; with a phrase that follows `the feed`, such as
    /// `links to a page that was already read`.
    case brokenPages(String)
    /// Several systems; the user must select one.
    case severalSystems([String])

    var words: Words {
        switch self {
        case .badAddress(let detail):
            Words(.usage, .verbatim(detail), "check the address for typos")
        case .tooManyRedirects(let limit):
            Words(
                .connection, "more than \(limit) redirects",
                "ask the operator for the feed's current address")
        case .badRedirect(let address):
            Words(
                .connection, "redirect to \(address) is not allowed",
                "ask the operator for the feed's current address")
        case .credentialInLink:
            Words(
                .content, "a link or redirect contains a credential of the source",
                "the address was not requested; ask the operator for links without credentials")
        case .linkToThisMachine:
            Words(
                .content,
                "the feed leads to this machine or its own network, but the source is elsewhere",
                "the address was not requested; ask the operator for the feed's current address"
            )
        case .brokenDiscovery(let detail):
            Words(
                .content, "gbfs.json \(detail)",
                "use the address of the vehicle feed instead of gbfs.json")
        case .brokenPages(let detail):
            Words(
                .content, "the feed \(detail)",
                "nothing was stored; ask the operator to correct the links between the pages")
        case .severalSystems(let systems):
            Words(
                .usage, "this feed lists several systems: \(Self.list(systems))",
                "use the address of one of them as the source")
        }
    }

    private static func list(_ systems: [String]) -> String {
        let rest = systems.count - 20
        let list = systems.prefix(20).joined(separator: ", ")
        return rest > 0 ? localized("\(list) and \(rest) more") : list
    }
}
