import FleetLabels
import QRCode
import Testing

@Suite("Labels are printed at the positions that are free or selected")
struct PositionTests {
    /// Returns the page and the position of each label, as in `1:21`; `-` if it is not printed.
    private func positions(_ design: LabelDesign, labels: Int) throws -> [String] {
        let writer = try SheetWriter(design, title: "", labels: labels) { _ in }
        let symbol = try Symbol(Array("CAR-1".utf8), level: .quartile)
        let plan = SheetPlan(design, labels: labels)
        let found = try (0..<labels).map { number in
            let printed = try writer.add(Label(symbol))
            #expect(plan.prints(label: number) == (printed.page != nil))
            return printed.page.map { "\($0):\(printed.position ?? 0)" } ?? "-"
        }
        _ = try writer.finish()
        return found
    }

    @Test("used positions are left out on the first page only")
    func used() throws {
        var design = try LabelDesign.named("L7160")
        design.used = [1, 2, 3, 4, 9, 20]
        let found = try positions(design, labels: 17)
        #expect(found.prefix(5) == ["1:5", "1:6", "1:7", "1:8", "1:10"])
        #expect(found.suffix(3) == ["1:21", "2:1", "2:2"])
        #expect(SheetPlan(design, labels: 15).pages == 1)
        #expect(SheetPlan(design, labels: 16).pages == 2)
        #expect(SheetPlan(design, labels: 15 + 21 + 1).pages == 3)
    }

    @Test("a start of n is the same as the positions 1 to n-1 that are used")
    func start() throws {
        var (start, used) = (try LabelDesign.named("L7160"), try LabelDesign.named("L7160"))
        start.start = 20
        used.used = Set(1...19)
        #expect(try positions(start, labels: 4) == ["1:20", "1:21", "2:1", "2:2"])
        #expect(try positions(used, labels: 4) == positions(start, labels: 4))
    }

    @Test("selected positions are filled in ascending order on each page, with all copies")
    func selected() throws {
        var design = try LabelDesign.named("L7160")
        design.positions = [17, 3]
        #expect(try positions(design, labels: 3) == ["1:3", "1:17", "2:3"])
        design.copies = 2
        #expect(try positions(design, labels: 3) == ["1:3", "2:3", "3:3"])
        #expect(SheetPlan(design, labels: 3).pages == 3)
    }

    @Test("printed positions select labels that stay where they are in the whole run")
    func reprint() throws {
        var design = try LabelDesign.named("L7160")
        design.start = 4
        let all = try positions(design, labels: 50)
        design.pages = 2...3
        design.printedPositions = [5, 21]
        let some = try positions(design, labels: 50)
        let expected = all.map { ["2:5", "2:21", "3:5"].contains($0) ? $0 : "-" }
        #expect(some == expected && some.filter { $0 != "-" }.count == 3)
    }

    @Test("the labels on pages include those with a copy on them")
    func labelsOnPages() throws {
        var design = try LabelDesign.named("L7160")
        design.copies = 2
        let plan = SheetPlan(design, labels: 50)
        #expect(plan.labels(on: 1...1) == 0..<11)
        #expect(plan.labels(on: 2...2) == 10..<21)
        #expect(plan.labels(on: 5...Int.max) == 42..<50)
        #expect(plan.labels(on: 9...Int.max).isEmpty)
    }

    @Test(
        "positions are numbers and ranges",
        arguments: [
            ("3,17", [3, 17]), ("1-4,9", [1, 2, 3, 4, 9]), ("7", [7]), ("5, 2-3,3", [2, 3, 5]),
            ("", nil), ("0", nil), ("4-1", nil), ("1,", nil), ("-3", nil), ("a", nil),
            ("1-99999999999", nil), ("1-2-3", nil),
        ] as [(String, [Int]?)])
    func text(text: String, positions: [Int]?) {
        #expect(SheetLayout.positions(text) == positions)
    }
}
