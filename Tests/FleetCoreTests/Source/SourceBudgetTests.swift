import FleetCore
import Testing

@Suite("The budget of a source")
struct SourceBudgetTests {
    @Test(
        "values are read and written",
        arguments: [
            (SourceBudget.Measure.document, "512MiB", 512 << 20 as Int64, "512MiB"),
            (.document, "1024MiB", 1 << 30, "1GiB"), (.document, "300MB", 300_000_000, "300MB"),
            (.document, "2000000", 2_000_000, "2MB"), (.points, "5000000", 5_000_000, "5000000"),
            (.vehicles, "1", 1, "1"),
        ])
    func values(measure: SourceBudget.Measure, text: String, value: Int64, written: String) throws {
        #expect(try measure.value(text) == value)
        #expect(measure.text(value) == written)
        #expect(try measure.value("default") == nil)
    }

    @Test(
        "other texts are refused",
        arguments: [
            (SourceBudget.Measure.document, "0"), (.document, "4GiB"), (.document, "-1MiB"),
            (.document, "99999999999999999999GiB"), (.document, "9000000000000000GiB"),
            (.points, "5MiB"), (.points, ""), (.vehicles, "0"), (.vehicles, "1e6"),
        ])
    func refused(measure: SourceBudget.Measure, text: String) {
        #expect(throws: QuantityError.self) { try measure.value(text) }
    }

    @Test("a small machine has a smaller budget, but never less than what is set")
    func memory() {
        let machine = SourceBudget().fitting(memory: 600 << 20)
        #expect(machine[.document] == 150 << 20)
        #expect(machine[.points] == 2_000_000)
        #expect(machine[.vehicles] == 262_144)
        let large = SourceBudget().fitting(memory: .max)
        #expect(SourceBudget.Measure.allCases.allSatisfy { large[$0] == $0.standard })
        var own = SourceBudget()
        own.set(.document, to: 512 << 20)
        #expect(own.fitting(memory: 600 << 20)[.document] == 512 << 20)
        #expect(own.texts == ["document": "512MiB"])
        own.set(.document, to: nil)
        #expect(own == SourceBudget())
    }

    @Test(
        "a failure has the size, the budget and the option that makes room",
        arguments: [
            (
                FeedFailure.Reason.size(.overBudget(.document, limit: 256 << 20, size: 1 << 30)),
                "has 1024 MiB; the budget of the source is 256 MiB", "--budget document=1GiB"
            ),
            (
                .size(.overBudget(.document, limit: 256 << 20)),
                "has more than 256 MiB, the budget of the source", "--budget document=512MiB"
            ),
            (
                .size(.overBudget(.points, limit: 2_000_000, size: 5_000_000)),
                "has 5,000,000 points; the budget of the source is 2,000,000 points",
                "--budget points=8000000"
            ),
            (
                .size(.overBudget(.vehicles, limit: 262_144, size: 262_145)),
                "has 262,145 vehicles; the budget of the source is 262,144 vehicles",
                "--budget vehicles=524288"
            ),
        ])
    func failure(reason: FeedFailure.Reason, message: String, option: String) {
        let failure = FeedFailure(reason, at: "feed.json")
        #expect(failure.cause == "feed.json: " + message)
        #expect(
            failure.hint == "if this is right, run `fleet source edit NAME \(option)`")
        #expect(failure.kind == .content && !failure.isLocal)
    }
}
