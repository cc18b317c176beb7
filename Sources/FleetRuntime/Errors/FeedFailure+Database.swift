import FleetCore
import FleetPostgres
import FleetSQL

extension FeedFailure {
    /// Creates the failure of a source whose database, which processes share, refuses a request;
    /// `nil` for other errors.
    /// - Parameter label: Name of the source.
    init?(ofDatabase error: any Error, of label: String) {
        switch error {
        case StoreError.unavailable(let address, let reason):
            self.init(.store(.databaseUnavailable(reason)), at: address)
        case let error as LostLease:
            self.init(.store(.storeUnusable(error.description)), at: label)
        default: return nil
        }
    }

    /// Runs `body`, and throws the failure of a source instead of an error of the database.
    static func translating<T>(
        of label: String, _ body: () async throws -> T
    ) async throws -> T {
        do {
            return try await body()
        } catch {
            throw FeedFailure(ofDatabase: error, of: label) ?? error
        }
    }
}
