import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("Prints of labels, and print jobs", .ownThreads) struct LabelPrintTests {
    private typealias Label = LabelPrintTable.Label

    private func label(_ id: String, _ payload: String) -> Label {
        Label(id: Array(id.utf8), payload: Array(payload.utf8))
    }

    @Test(
        "the last print of each label of a source is known until the source is removed",
        arguments: TeamAdapter.all)
    func prints(adapter: TeamAdapter) async throws {
        let database = try adapter.make()
        let print = LabelPrintTable.Print(layout: "L7160", target: "pdf")
        func record(_ labels: [Label], of source: UUID?) async throws {
            try await database.write(as: .server) { sql in
                try LabelPrintTable(of: source, in: sql)
                    .record(labels, of: print, at: Timestamp(seconds: 1))
            }
        }
        func payloads(of source: UUID?) async throws -> [String: String] {
            try await database.read(as: .server) {
                try LabelPrintTable(of: source, in: $0).payloads()
            }
        }
        let many = (0..<1000).map { label("V\($0)", "https://x/\($0)") }
        try await record(many + [label("V1", "new")], of: source)
        try await record([label("A", "a")], of: nil)
        try await record([label("A", "b")], of: nil)
        let known = try await payloads(of: source)
        #expect(known.count == 1000 && known["V1"] == "new" && known["V999"] == "https://x/999")
        #expect(try await payloads(of: nil) == ["A": "b"])
        try await database.write(as: .server) {
            try LabelPrintTable(of: source, in: $0).remove()
        }
        #expect(try await payloads(of: source).isEmpty)
        #expect(try await payloads(of: nil) == ["A": "b"])
    }

    @Test("bytes that databases cannot store as text are stored as digits")
    func bytes() {
        #expect(Label.text(of: Array("é".utf8)) == "é")
        #expect(Label.text(of: [0xFF, 0x0A]) == "0xff0a")
        #expect(Label.text(of: [0x41, 0]) == "0x4100")
    }

    private let content = PrintJob.Content(
        source: source, printer: "zebra", design: "{}", title: "test", batchSize: 50)

    @Test("a job has its labels until it is removed, for 30 days", arguments: TeamAdapter.all)
    func jobs(adapter: TeamAdapter) async throws {
        let database = try adapter.make()
        let (content, start) = (content, Timestamp(seconds: 1_800_000_000))
        let labels = (0..<500).map { index in
            PrintJob.Label(
                id: Array("V\(index)".utf8), payload: [0, 0xFF, UInt8(index % 256)],
                lines: ["V\(index)", "\u{0} \"ü\""])
        }
        func all(at now: Timestamp) async throws -> [PrintJob] {
            try await database.read(as: .server) { try PrintJobTable(in: $0).all(at: now) }
        }
        let job = try await database.write(as: .server) {
            try PrintJobTable(in: $0).add(content, labels, at: start)
        }
        #expect(try await all(at: start) == [job])
        #expect(job.count == 500 && job.content == content && job.progress == .init())
        let part = try await database.read(as: .server) {
            try PrintJobTable(in: $0).labels(of: job, 150..<350)
        }
        #expect(part == Array(labels[150..<350]))
        let progress = PrintJob.Progress(nextBatch: 3, isSent: true)
        try await database.write(as: .server) {
            try PrintJobTable(in: $0).set(progress, of: job)
        }
        #expect(try await all(at: start).map(\.progress) == [progress])
        #expect(try await all(at: start + .days(31)).isEmpty)
        let later = try await database.write(as: .server) {
            try PrintJobTable(in: $0).add(content, Array(labels[..<1]), at: start + .days(31))
        }
        #expect(try await all(at: start) == [later])
        try await database.write(as: .server) { try PrintJobTable(in: $0).remove(later) }
        let rows = try await database.read(as: .server) {
            try $0.integer("SELECT count(*) FROM print_job_label", [])
        }
        #expect(rows == 0)
    }
}
