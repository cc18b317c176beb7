import FleetPostgres
import FleetTestSupport

extension PostgresLimits {
    /// Limits that only what hangs reaches, also on a busy machine.
    static let extended = PostgresLimits(timeoutFactor: Deadline.timeoutFactor)
}
