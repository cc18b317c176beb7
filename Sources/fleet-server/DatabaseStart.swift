import FleetCore
import FleetRuntime
import FleetSQL
import FleetServer
import Logging

/// The connection of a server to its database, for which it waits if the database is away.
struct DatabaseStart {
    private let operations: ListenAddress?
    private let logger: Logger
    private let context: CommandContext

    /// - Parameter operations: Address for supervisors, which is answered meanwhile.
    init(_ operations: ListenAddress?, _ logger: Logger, in context: CommandContext) {
        (self.operations, self.logger, self.context) = (operations, logger, context)
    }

    /// Connects, and returns false if the task is cancelled before.
    /// - Throws: `StoreError` if waiting is of no use; `CommandError` if it cannot listen.
    func run() async throws -> Bool {
        do {
            guard let database = ServerDatabase(in: context),
                let error = try await database.connect()
            else { return true }
            try await wait(for: database, after: error)
            return true
        } catch is CancellationError {
            return false
        }
    }

    private func wait(for database: ServerDatabase, after error: StoreError) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await database.wait(after: error) { cause in
                    logger.warning("waiting for the database", metadata: ["cause": "\(cause)"])
                }
            }
            if let operations {
                group.addTask {
                    do {
                        try await StartingServer(at: operations, logger: logger).run()
                    } catch let error as ListenError {
                        throw CommandError(error, isMain: false)
                    }
                    // Ended by the signal that also ends the wait.
                    try await Task.sleep(for: .seconds(60))
                }
            }
            // The listener ends with an error only.
            try await group.next()
        }
    }
}
