import FleetPostgres
import Testing

@Suite struct PostgresLimitsTests {
    @Test("every limit has the factor of the timeouts")
    func timeoutFactor() {
        func durations(_ limits: PostgresLimits) -> [Duration] {
            Mirror(reflecting: limits).children.compactMap { $0.value as? Duration }
        }
        let usual = durations(PostgresLimits())
        #expect(usual.count == Mirror(reflecting: PostgresLimits()).children.count)
        #expect(durations(PostgresLimits(timeoutFactor: 2)) == usual.map { $0 * 2 })
    }
}
