import FleetTestSupport
import Foundation
import Testing

@Suite("Printers, and labels that are printed already", .slots)
struct PrinterCommandTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    @Test("a printer is added, changed, listed and removed")
    func commands() async throws {
        let none = try await home.run("printer").succeeded()
        #expect(
            none.errorLines
                == ["no printers yet; add one with `fleet printer add NAME ADDRESS`"])
        let added = try await home.run(
            "printer", "add", "zebra", "tcp://10.0.0.9", "--zpl", "--dpi", "203", "--label",
            "62x29mm")
        #expect(added.succeeded().errorLines == ["added the printer zebra"])
        let changed = try await home.run(
            "printer", "add", "zebra", "--shift", "-1,0.5", "--adjust", "99.7%")
        #expect(changed.succeeded().errorLines == ["changed the printer zebra"])
        let list = try await home.run("printer", "list", "--format", "csv").succeeded()
        #expect(
            list.lines == [
                "name,address,added,language,dpi,layout,label,shift,adjust",
                "zebra,tcp://10.0.0.9,true,zpl,203,,62x29,\"-1,0.5\",99.7%",
            ])
        #expect(
            try await home.run("printer", "remove", "zebra").succeeded().errorLines
                == ["removed the printer zebra"])
        try await home.run("printer", "remove", "zebra").failed(
            66, "there is no printer named zebra", "run `fleet printer list` to see the printers")
    }

    @Test(
        "settings that no printer can have are refused",
        arguments: [
            ("a ipp://me:pw@host/x", "ipp://…: a user or password is not supported"),
            (
                "A cups:q",
                "the name of a printer has lower-case letters, digits, - and _, at most 64"
            ),
            ("a cups:q --dpi 10", "--dpi must be between 72 and 9600"),
            ("a cups:q --layout L7160 --label 9x9", "--label cannot be used with --layout"),
            (
                "a cups:q --shift 30,0",
                "--shift must be two lengths such as 1,-0.5, at most 20 mm"
            ),
            (
                "a cups:q --adjust 50%",
                "--adjust must be 90% to 110%, such as 99.7% or 99.7%,100.2%"
            ),
        ])
    func refused(options: String, cause: String) async throws {
        let words = ["printer", "add"] + options.split(separator: " ").map(String.init)
        try await home.run(words).failed(64, cause, "run `fleet printer add --help`")
    }

    @Test("a sheet cannot be printed in ZPL, and a printer that is not there has no settings")
    func errors() async throws {
        try await home.run("printer", "add", "z", "tcp://h", "--zpl", "--layout", "L7160").failed(
            64, "ZPL is for rolls, and L7160 is a sheet",
            "add the size of the labels, as in `--label 62x29`")
        try await home.run("printer", "add", "z", "--dpi", "203").failed(
            66, "there is no printer named z",
            "add its address, as in `fleet printer add z cups:QUEUE`")
        try await home.run("labels", "--print").failed(
            66, "there is no printer yet", "add one with `fleet printer add NAME ADDRESS`")
        try await home.run("labels", "--resume").failed(
            66, "there is no unfinished print job", "print labels with `fleet labels --print`")
        try await home.run("labels", "--resume", "7").failed(
            66, "there is no unfinished print job 7", "run `fleet printer list` to see the jobs")
    }

    @Test("options of files are refused with --print, and all others with --resume")
    func options() async throws {
        for (options, cause) in [
            (["--print", "--out", "x.pdf"], "--out cannot be used with --print"),
            (["--resume", "--copies", "2"], "--copies cannot be used with --resume"),
            (["--out", "x.pdf", "--wait", "3"], "--wait needs --print or --resume"),
            (
                ["--out", "x.pdf", "--test", "--unprinted"],
                "--unprinted cannot be used with --test"
            ),
        ] {
            try await home.run(["labels"] + options).failed(64, cause, "run `fleet labels --help`")
        }
    }

    @Test("the settings of a printer are those of a file for it, and options win")
    func defaults() async throws {
        try await home.run("printer", "add", "desk", "cups:q", "--label", "62x29").succeeded()
        let file = home.path(of: "a.pdf")
        let roll = try await home.run(
            "labels", "ABP-PHY", "--printer", "desk", "--out", file
        ).succeeded()
        #expect(roll.errorText.hasSuffix("wrote \(file): 1 label on 1 page of 62 × 29 mm\n"))
        let sheet = try await home.run(
            "labels", "ABP-PHY", "--printer", "desk", "--layout", "3475", "--out", file
        ).succeeded()
        #expect(sheet.errorText.hasSuffix("wrote \(file): 1 label on 1 page of 3475\n"))
    }

    @Test("only labels that are new or changed are made with --unprinted")
    func unprinted() async throws {
        try home.write(#"{"vehicles":[{"id":"A"},{"id":"B"}]}"#, to: "feed.json")
        let feed = home.path(of: "feed.json")
        try await home.run("source", "add", "bikes", feed).succeeded()
        func labels(_ options: String...) async throws -> [String] {
            try await home.run(
                ["labels", "--source", "bikes", "--allow-rotating", "--out", home.path(of: "x/")]
                    + options
            ).succeeded().errorLines.filter { !$0.hasPrefix("warning:") }
        }
        try await home.run(
            "labels", "--source", "bikes", "--allow-rotating", "--test", "--out",
            home.path(of: "test.pdf")
        ).succeeded()
        #expect(try await labels("--unprinted").last?.hasPrefix("wrote 2 PNG files") == true)
        #expect(try await labels("--unprinted") == ["all 2 labels are printed already"])
        try home.write(#"{"vehicles":[{"id":"A"},{"id":"B"},{"id":"C"}]}"#, to: "feed.json")
        #expect(try await labels("--unprinted").last?.hasPrefix("wrote 1 PNG file") == true)
        let changed = try await labels("--unprinted", "--template", "https://example.com/{id}")
        #expect(changed.prefix(4) == ["printed before with another content:", "  A", "  B", "  C"])
        try await home.run("source", "remove", "bikes", "--yes").succeeded()
        try await home.run("source", "add", "bikes", feed).succeeded()
        #expect(try await labels("--unprinted").last?.hasPrefix("wrote 3 PNG files") == true)
    }

    @Test("a run begins at the label of --from")
    func from() async throws {
        try home.write("A\nB\nC\n", to: "ids.txt")
        let ids = home.path(of: "ids.txt")
        let file = home.path(of: "a.pdf")
        let rest = try await home.run(
            "labels", "--ids", ids, "--no-header", "--from", "B", "--out", file
        ).succeeded()
        #expect(rest.errorText.contains("2 labels on 1 page"))
        try await home.run(
            "labels", "--ids", ids, "--no-header", "--from", "D", "--out", file
        ).failed(
            66, "none of these labels has the ID D",
            "use an ID as it is printed, or leave out --from")
    }
}
