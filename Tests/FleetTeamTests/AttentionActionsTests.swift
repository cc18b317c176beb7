import FleetCore
import Foundation
import Testing

@testable import FleetTeam

@Suite("Actions of people in a report of attention")
struct AttentionActionsTests {
    private let oslo = UUID()
    private let bergen = UUID()

    /// Returns the texts of the actions that a report of Oslo has.
    private func listed(
        hasAllSources: Bool = false, _ change: (inout AttentionScope) -> Void = { _ in }
    ) -> [String] {
        var scope = AttentionScope()
        change(&scope)
        func action(
            _ text: String, _ seconds: Double, of source: UUID?, in group: AttentionGroup?
        ) -> TeamAction {
            TeamAction(
                source: source,
                action: .init(
                    .snoozed, at: Timestamp(seconds: seconds), group: group, source: nil, id: nil,
                    text: text))
        }
        var report = AttentionReport(at: Timestamp(seconds: 100))
        report.add(
            [
                action("snoozed in Oslo", 1, of: oslo, in: .battery),
                action("task in Oslo", 2, of: oslo, in: nil),
                action("snoozed in Bergen", 3, of: bergen, in: .battery),
                action("task about nothing", 4, of: nil, in: nil),
            ], names: [oslo: "oslo"], hasAllSources: hasAllSources, in: scope)
        #expect(report.actions.allSatisfy { ($0.source == "oslo") == $0.text.hasSuffix("Oslo") })
        return report.actions.map(\.text)
    }

    @Test("those of other sources are left out, unless the report has all sources")
    func sources() {
        #expect(listed() == ["task about nothing", "task in Oslo", "snoozed in Oslo"])
        #expect(
            listed(hasAllSources: true) == [
                "task about nothing", "snoozed in Bergen", "task in Oslo", "snoozed in Oslo",
            ])
        #expect(listed { $0.hasTasks = false } == ["task in Oslo", "snoozed in Oslo"])
    }

    @Test("those of one group are those of its entries, and of tasks all tasks")
    func groups() {
        #expect(listed { $0.group = .battery } == ["snoozed in Oslo"])
        #expect(listed { $0.group = .task } == ["task about nothing", "task in Oslo"])
        #expect(listed { $0.group = .idle } == [])
    }
}
