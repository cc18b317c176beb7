/// Error of a copy of a home into a database; the database is unchanged.
public enum HomeCopyError: Error, Equatable, Sendable {
    /// The user of the database does not own its tables, and so may not read passwords.
    case notOwner(database: String, user: String)
    /// The database already has users that the home does not have; `names` are some of them.
    case otherUsers(database: String, names: [String])
    /// The database already has sources that the home does not have.
    case otherSources(database: String, names: [String])
    /// The database has rows that differ and were not copied from the home.
    case otherContent(database: String, contents: [String])
    /// The rows in the database were not those of the home after the copy.
    case different(database: String, contents: [String])
    /// A text of the home has a NUL character, or is not UTF-8.
    case unstorableText(contents: String)

    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .notOwner(let database, let user):
            "the user \(user) of \(database) does not own its tables, so it cannot copy passwords"
        case .otherUsers(let database, let names):
            "\(database) already has other users: \(Self.list(names))"
        case .otherSources(let database, let names):
            "\(database) already has other sources: \(Self.list(names))"
        case .otherContent(let database, let contents):
            "\(database) has data that was not copied from this home: \(Self.list(contents))"
        case .different(let database, let contents):
            "\(database) did not store the data of the home: \(Self.list(contents))"
        case .unstorableText(let contents):
            "a text among the \(contents) has characters that PostgreSQL cannot store"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .notOwner: "use the address with the login of `fleet serve migrate`"
        case .otherUsers, .otherSources, .otherContent:
            "copy into a new database; `DROP SCHEMA fleet CASCADE` makes this one new and deletes "
                + "everything in it"
        case .different:
            "nothing was copied; look for triggers in the schema fleet, and report a bug in fleet "
                + "if there are none"
        case .unstorableText: "nothing was copied; remove the NUL or the bytes that are not UTF-8"
        }
    }

    private static func list(_ names: [String]) -> String {
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        return names.prefix(5).joined(separator: ", ") + more
    }
}
