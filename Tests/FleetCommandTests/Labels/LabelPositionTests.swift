import FleetTestSupport
import Foundation
import Testing

@Suite("Labels go where the sheet and the printer need them", .slots)
struct LabelPositionTests {
    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        let ids = (1...50).map { "CAR-\($0)" }.joined(separator: "\n")
        try home.write(ids, to: "ids.txt")
    }

    private func labels(_ arguments: String...) async throws -> Outcome {
        try await home.run(
            ["labels", "--ids", home.path(of: "ids.txt"), "--out", home.path(of: "a.pdf")]
                + arguments)
    }

    /// Returns the page and position of each label, as in `CAR-1 1 21`.
    private func positions(_ arguments: String...) async throws -> [String] {
        let index = home.path(of: "i.csv")
        try await home.run(
            [
                "labels", "--ids", home.path(of: "ids.txt"), "--out", home.path(of: "a.pdf"),
                "--index", index,
            ] + arguments
        ).succeeded()
        return home.text(of: "i.csv").split(separator: "\n").dropFirst().map { row in
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            return "\(cells[0]) \(cells[2]) \(cells[3])"
        }
    }

    @Test("Used labels are left out, and others are selected, on as many sheets as needed")
    func free() async throws {
        let used = try await positions("--used", "1-4,9")
        #expect(
            used.prefix(5) == ["CAR-1 1 5", "CAR-2 1 6", "CAR-3 1 7", "CAR-4 1 8", "CAR-5 1 10"])
        #expect(used[16] == "CAR-17 2 1")
        let selected = try await positions("--positions", "17,3")
        #expect(selected.prefix(3) == ["CAR-1 1 3", "CAR-2 1 17", "CAR-3 2 3"])
        #expect(selected.last == "CAR-50 25 17")
    }

    @Test("With --pages, --positions prints spoiled labels again, where they were")
    func again() async throws {
        let outcome = try await labels("--pages", "2", "--positions", "5,7-8").succeeded()
        #expect(outcome.errorText.hasSuffix(": 3 labels on 1 page of L7160\n"))
        let some = try await positions("--pages", "2-3", "--positions", "5", "--start", "4")
        #expect(some == ["CAR-23 2 5", "CAR-44 3 5"])
        try await labels("--pages", "3", "--positions", "20").failed(
            64, "there is no label at --positions of --pages",
            "use other --positions, or leave it out")
    }

    @Test("Positions that the sheet does not have, or that contradict each other, are errors")
    func refused() async throws {
        try await labels("--positions", "3,22").failed(
            64, "there is no label 22 on a page of 21 labels",
            "use numbers from 1 to 21, counted row by row")
        try await labels("--used", "1-21").failed(
            64, "no label of the first page is free",
            "use fewer numbers with --used, or a smaller --start")
        try await labels("--label", "62x29mm", "--used", "1").failed(
            64, "a roll has no positions: each label is a page",
            "leave out --positions and --used, or use --pages")
        for option in [["--start", "2"], ["--used", "2"]] {
            try await home.run(
                ["labels", "--out", "a.pdf", "--positions", "3"] + option
            ).failed(
                64,
                "\(option[0]) cannot be used with --positions, except to print some --pages again",
                "run `fleet labels --help`")
        }
        let outcome = try await labels("--positions", "4-1")
        #expect(outcome.status == 64)
    }

    @Test("--shift and --adjust move the text of a label")
    func correction() async throws {
        func left(_ arguments: String...) async throws -> Double {
            try await home.run(
                [
                    "labels", "--ids", home.path(of: "ids.txt"), "--out", home.path(of: "a.pdf"),
                    "--pages", "1",
                ] + arguments
            ).succeeded()
            let text = try await Tool.run("pdftotext", "-bbox", home.path(of: "a.pdf"), "-")
            let word = try #require(
                String(decoding: text, as: UTF8.self).split(separator: "\n")
                    .first { $0.contains(">CAR-1<") })
            let found = try #require(word.firstMatch(of: /xMin="([0-9.]+)"/))
            return try #require(Double(found.1)) * 25.4 / 72
        }
        let plain = try await left()
        #expect(abs(try await left("--shift", "-1,-0.5mm") - plain + 1) < 0.01)
        // The middle of the first label is 38.96 mm from the edge.
        #expect(abs(try await left("--adjust", "101%,100%") - plain - 0.3896) < 0.01)
        for arguments in [["--shift", "21,0"], ["--shift", "1"], ["--adjust", "80%"]] {
            let outcome = try await home.run(["labels", "--out", "a.pdf"] + arguments)
            #expect(outcome.status == 64)
        }
    }

    @Test("A correction that moves print off the page is an error, which keeps the file")
    func outside() async throws {
        try home.write("old", to: "a.pdf")
        let outcome = try await labels("--label", "62x29mm", "--shift", "0,-15")
        #expect(outcome.status == 64)
        #expect(
            outcome.errorText.contains("label CAR-1: --shift or --adjust moves the print "))
        #expect(home.text(of: "a.pdf") == "old")
    }

    @Test("A tape has its text beside the code; --arrange changes it; errors say how much lacks")
    func tapes() async throws {
        let tape = ["--label", "40x9mm"]
        func hasText(_ options: [String]) async throws -> Bool {
            try await home.run(
                [
                    "labels", "--ids", home.path(of: "ids.txt"), "--out", home.path(of: "a.pdf"),
                    "--pages", "1",
                ] + tape + options
            ).succeeded()
            let text = try await Tool.run("pdftotext", home.path(of: "a.pdf"), "-")
            return String(decoding: text, as: UTF8.self).contains("CAR-1")
        }
        #expect(try await hasText([]))
        #expect(try await hasText(["--arrange", "code"]) == false)
        try await labels("--label", "40x9mm", "--arrange", "below").failed(
            64, "label CAR-1: the QR code needs 7.4 mm, the label has 5.8 mm, 1.6 mm too little",
            "use larger labels, a lower --level, `--text none` or a smaller --size-mm")
        let long = String(repeating: "long ", count: 40)
        let outcome = try await labels("--label", "40x9mm", "--caption", long)
        #expect(outcome.status == 64)
        #expect(outcome.errorText.contains("label CAR-1: the text 'long long"))
        #expect(outcome.errorText.contains(" rows of 5 pt, the label has room for 2"))
    }
}
