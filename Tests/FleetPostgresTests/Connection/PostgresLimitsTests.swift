import FleetPostgres
import Testing

@Suite struct PostgresLimitsTests {
    @Test("patience is a factor of every limit")
    func patience() {
        func durations(_ limits: PostgresLimits) -> [Duration] {
            Mirror(reflecting: limits).children.compactMap { $0.value as? Duration }
        }
        let usual = durations(PostgresLimits())
        #expect(usual.count == Mirror(reflecting: PostgresLimits()).children.count)
        #expect(durations(PostgresLimits(patience: 2)) == usual.map { $0 * 2 })
    }
}
