import FleetTestSupport
import Foundation
import Testing

@Suite("The pages of a label sheet can be checked, found again and printed again", .slots)
struct LabelPageTests {
    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        let ids = (1...50).map { "CAR-\($0)" }.joined(separator: "\n")
        try home.write(ids, to: "ids.txt")
    }

    private func labels(_ out: String, _ arguments: String...) async throws -> Outcome {
        try await home.run(
            ["labels", "--ids", home.path(of: "ids.txt"), "--out", home.path(of: out)] + arguments)
    }

    /// The note about QR codes without links.
    private static let note =
        "a phone's camera does not open these QR codes, because they hold no links; use "
        + "--content page or --template for links\n"

    private func text(_ name: String) async throws -> String {
        String(decoding: try await Tool.run("pdftotext", home.path(of: name), "-"), as: UTF8.self)
    }

    /// Returns the lines of text of each page.
    private func pages(_ name: String) async throws -> [Set<String>] {
        let text = try await Tool.run("pdftotext", home.path(of: name), "-")
        return String(decoding: text, as: UTF8.self).split(separator: "\u{C}").map { page in
            Set(page.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
                .subtracting([""])
        }
    }

    @Test("Each sheet has its page number, and its first and last ID")
    func footers() async throws {
        try await labels("a.pdf").succeeded()
        let pages = try await pages("a.pdf")
        #expect(pages.count == 3)
        #expect(pages[0].contains("page 1/3 · CAR-1 – CAR-21"))
        #expect(pages[1].contains("page 2/3 · CAR-22 – CAR-42"))
        #expect(pages[2].contains("page 3/3 · CAR-43 – CAR-50"))
        #expect(pages[0].count == 22)
    }

    @Test("--pages prints the pages as they are in the whole job")
    func somePages() async throws {
        let options = ["--start", "4", "--copies", "2", "--layout", "L7160"]
        let file = home.path(of: "ids.txt")
        try await home.run(
            ["labels", "--ids", file, "--out", home.path(of: "all.pdf")] + options
        ).succeeded()
        let some = try await home.run(
            ["labels", "--ids", file, "--out", home.path(of: "some.pdf"), "--pages", "2-3"]
                + options
        ).succeeded()
        #expect(some.errorText.hasSuffix(": 42 labels on 2 pages of L7160\n"))
        let all = try await pages("all.pdf")
        #expect(all.count == 5)
        #expect(try await pages("some.pdf") == Array(all[1...2]))
        #expect(all[1].contains("page 2/5 · CAR-10 – CAR-20"))
        let symbols = try await Tool.run(
            "sh", "-c",
            "cd \"$0\" && pdftoppm -r 200 -gray -f 2 -l 2 all.pdf a && pdftoppm -r 200 -gray -f 1 -l 1 "
                + "some.pdf b && zbarimg -q --raw a-*.pgm | sort > a.txt && "
                + "zbarimg -q --raw b-*.pgm | sort | cmp - a.txt && wc -l < a.txt",
            home.path)
        #expect(String(decoding: symbols, as: UTF8.self).contains("21"))
    }

    @Test("A page that the job does not have is an error, and writes nothing")
    func missingPage() async throws {
        try await labels("p.pdf", "--pages", "3-4").failed(
            64, "there is no page 4: the labels are on 3 pages",
            "use --pages 1-3, or leave it out")
        #expect(home.bytes(of: "p.pdf").isEmpty)
        let outcome = try await labels("p.pdf", "--pages", "0")
        #expect(outcome.status == 64)
    }

    @Test("--test prints a page with the first label and the options that correct a printer")
    func test() async throws {
        let outcome = try await labels("t.pdf", "--test", "--start", "5").succeeded()
        #expect(outcome.errorText == "wrote \(home.path)/t.pdf: 1 label on 1 page of L7160\n")
        let text = try await text("t.pdf")
        for part in [
            "CAR-1", "Test page of L7160", "In use: no correction",
            "and 0.5 mm too low, add: --shift -1,-0.5mm", "add: --adjust 100.5%",
        ] { #expect(text.contains(part)) }
        #expect(!text.contains("page 1/1") && !text.contains("CAR-2"))
        try await labels("u.pdf", "--test", "--shift", "-1,-0.5mm", "--adjust", "100.5%")
            .succeeded()
        let again = try await self.text("u.pdf")
        #expect(again.contains("In use: --shift -1,-0.5mm --adjust 100.5%"))
        #expect(again.contains("use: --shift -2,-1mm"))
        try await labels("t.pdf", "--test", "--copies", "2").failed(
            64, "--test prints one label, without --pages and --copies",
            "run `fleet labels --help`")
        try await labels("t/", "--test").failed(
            64, "--test needs a .pdf file", "run `fleet labels --help`")
    }

    @Test("--label is a roll, whose labels are pages of that size without page numbers")
    func roll() async throws {
        let outcome = try await labels("r.pdf", "--label", "62x29mm").succeeded()
        #expect(
            outcome.errorText == Self.note
                + "wrote \(home.path)/r.pdf: 50 labels on 50 pages of 62 × 29 mm\n")
        let info = try await Tool.run("pdfinfo", home.path(of: "r.pdf"))
        #expect(String(decoding: info, as: UTF8.self).contains("175.748 x 82.2047 pts"))
        #expect(try await pages("r.pdf").first == ["CAR-1"])
        try await labels("r.pdf", "--label", "62x2").failed(
            64, "a page or label side of 2 mm is out of range", "use 4 to 1500 mm")
    }

    @Test("--out - writes the PDF file to standard output, but not to a terminal")
    func standardOutput() async throws {
        let file = home.path(of: "ids.txt")
        let outcome = try await home.run("labels", "--ids", file, "--out", "-").succeeded()
        try await labels("a.pdf").succeeded()
        #expect(outcome.data == home.bytes(of: "a.pdf"))
        #expect(outcome.errorText == Self.note + "wrote 50 labels on 3 pages of L7160\n")
        try await home.run("labels", "--ids", file, "--out", "-", "--report", "-").failed(
            64, "--out and --report cannot both be standard output", "run `fleet labels --help`")
        let terminal = try await home.start("labels", "--ids", file, "--out", "-", on: Terminal())
            .outcome()
        let shown = String(decoding: terminal.data + terminal.errorBytes, as: UTF8.self)
        #expect(terminal.status == 64 && !shown.contains("%PDF"))
        #expect(shown.contains("error: a PDF file cannot be shown on a terminal"))
        #expect(shown.contains("hint: use `--out FILE.pdf`, or send the output to a program"))
    }

    @Test("The index has the ID, page and position of each label, for Excel too")
    func index() async throws {
        let index = home.path(of: "i.csv")
        try await labels("a.pdf", "--index", index, "--copies", "2").succeeded()
        let rows = home.text(of: "i.csv").split(separator: "\n")
        #expect(rows[0] == "vehicle_id,file,page,position,payload,version,level,mask")
        #expect(rows.count == 51)
        #expect(rows[1].hasPrefix("CAR-1,,1,1,CAR-1,"))
        #expect(rows[11].hasPrefix("CAR-11,,1,21,CAR-11,"))
        #expect(rows[12].hasPrefix("CAR-12,,2,2,CAR-12,"))
        try await labels("a.pdf", "--index", index, "--csv-locale", "de").succeeded()
        #expect(
            home.text(of: "i.csv").split(separator: "\n")[22].hasPrefix(
                #""=""CAR-22""";;2;1;"=""CAR-22""";"#))
        try await labels("a.pdf", "--csv-locale", "de").failed(
            64, "--csv-locale needs a folder or --index", "run `fleet labels --help`")
    }
}
