import FleetCore
import FleetRuntimeTestSupport
import Foundation
import QRCode
import Testing

@testable import FleetOutput

@Suite("A run of labels checks all labels before it writes the first")
struct LabelRunTests {
    private func run(
        _ ids: [String], _ kind: LabelContent.Kind = .id, notesCameras: Bool = true,
        to folder: String, in home: TestHome
    ) throws {
        let content = LabelContent(kind: kind, capitalizesLinks: false)
        let writer = try LabelFolderWriter(
            folder, format: .png,
            size: ImageSize(
                measure: .scale(2), dotsPerInch: 300, quietZone: 4, colors: .blackOnWhite),
            encoding: EncodingOptions(level: .medium, boosts: true, verifies: true), jobs: 2,
            skipsExisting: false)
        let labels = LabelSequence(
            forEach: { body in for id in ids { try body(content.item(for: Array(id.utf8))) } },
            title: "test")
        try LabelRun(
            labels: labels, writer: writer, report: nil, notesCameras: notesCameras,
            context: home.context()
        ).run()
    }

    @Test("each ID gets an image and a row of the index")
    func folder() throws {
        let home = try TestHome()
        let folder = home.path + "/codes/"
        try run(["DCS-FEO", "DCS-FEP"], to: folder, in: home)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["DCS-FEO.png", "DCS-FEP.png", "index.csv"])
        let index = try String(contentsOfFile: folder + "index.csv", encoding: .utf8)
        #expect(index.split(separator: "\n").count == 3)
        #expect(index.contains("\nDCS-FEP,DCS-FEP.png,,,DCS-FEP,1,H,"))
    }

    @Test("one ID that is too long keeps the whole run from writing anything")
    func tooLong() throws {
        let home = try TestHome()
        let folder = home.path + "/codes/"
        let error = try #require(throws: CommandError.self) {
            try run(["A", String(repeating: "x", count: 3000)], to: folder, in: home)
        }
        #expect(error.status == .usage)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("duplicate IDs are printed, with one warning")
    func duplicates() throws {
        let home = try TestHome()
        try run(["A", "B", "A"], to: home.path + "/codes/", in: home)
        #expect(home.messages.contains("warning: 1 label repeats an earlier one: A"))
    }

    @Test("a run without labels is an error")
    func empty() throws {
        let home = try TestHome()
        let error = try #require(throws: CommandError.self) {
            try run([], to: home.path + "/codes/", in: home)
        }
        #expect(error.status == .noInput)
    }

    @Test("a note says that cameras open only links, once and not of links")
    func cameras() throws {
        let home = try TestHome()
        func notes(in home: TestHome) -> Int {
            home.messages.split(separator: "\n").count { $0.hasPrefix("a phone's camera") }
        }
        func hasNote(_ text: String?, notesCameras: Bool = true) throws -> Bool {
            let template = text.flatMap { LabelTemplate($0) }
            let before = notes(in: home)
            try run(
                ["A", "B"], template.map { .template($0) } ?? .id, notesCameras: notesCameras,
                to: home.path + "/codes/", in: home)
            let count = notes(in: home) - before
            #expect(count < 2)
            return count == 1
        }
        #expect(try hasNote(nil))
        #expect(try hasNote("X-{id}"))
        #expect(try hasNote("YVO:Vehicle:{id}"))
        #expect(try !hasNote("https://example.com/v/{id}"))
        #expect(try !hasNote("bikes://open/{id}"))
        #expect(try !hasNote(nil, notesCameras: false))
    }
}
