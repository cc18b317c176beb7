import FleetCore
import Foundation
import Testing

@testable import FleetTeam

@Suite("Documents of the API")
struct DocumentTests {
    private func decode<Value: Document>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    private func encode(_ document: some Document) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    @Test(
        "A member of a change that is null removes the value, and one that is missing keeps it",
        arguments: [
            ("{}", NoteChange()), (#"{"due":null}"#, NoteChange(dueAt: .some(nil))),
            (#"{"assignee":null}"#, NoteChange(assignee: .nobody)),
            (#"{"text":null}"#, NoteChange()),
            (
                #"{"assignee":"@me","done":true,"due":"2027-01-15T08:00:00Z","visibility":"team"}"#,
                NoteChange(
                    visibility: .team, isDone: true, assignee: .me,
                    dueAt: Timestamp(seconds: 1_800_000_000))
            ),
        ])
    func changes(json: String, change: NoteChange) throws {
        let decoded = try decode(NoteChange.self, json)
        #expect(decoded == change)
        #expect(try decode(NoteChange.self, encode(decoded)) == change)
    }

    @Test(
        "An unreadable value of a request is an error that names it, and one of an answer is left out"
    )
    func unreadable() throws {
        for (name, isTime) in [("due", true), ("visibility", false)] {
            let error = #expect(throws: UnreadableFieldError.self) {
                try decode(NoteChange.self, #"{"\#(name)":"soon"}"#)
            }
            #expect(error?.name == name && error?.isTime == isTime)
        }
        var note = NoteDocument()
        (note.doneAt, note.visibility) = (Timestamp(seconds: 1), .team)
        let json = try encode(note).replacing("1970-01-01T00:00:01Z", with: "soon")
            .replacing(#""team""#, with: #""world""#)
        let decoded = try decode(NoteDocument.self, json)
        #expect(decoded.doneAt == nil && decoded.visibility == .private)
    }

    @Test(
        "A request refuses a member that it does not know, also of a document within it",
        arguments: [
            ("{%}", "name"), (#"{"attention":{%}}"#, "low_battery"),
            (#"{"check":{%}}"#, "bounds"), (#"{"check":{"bounds":{%}}}"#, "smallest-fleet"),
            (#"{"check":{"silence":{%}}}"#, "rule"), (#"{"check":{"unsilence":{%}}}"#, "rule"),
        ])
    func unknown(json: String, first: String) throws {
        let data = Data(json.replacing("%", with: #""nonsense":"1""#).utf8)
        let error = #expect(throws: UnknownMemberError.self) {
            try JSONDecoder().decode(StrictDocument<SourceChangeDocument>.self, from: data)
        }
        #expect(error?.name == "nonsense" && error?.known.first == first)
    }

    @Test("Each field of a new note changes the hash by which a repeated request is recognized")
    func hash() {
        let note = NoteContent(text: "x", source: UUID.zero)
        var others = [note]
        func add(_ change: (inout NoteContent) -> Void) {
            var other = note
            change(&other)
            others.append(other)
        }
        add { $0.text = "y" }
        add { $0.source = nil }
        add { $0.vehicleID = "A" }
        add { $0.siteID = "A" }
        add { $0.position = Position(latitude: 1, longitude: 2) }
        add { $0.seenAt = Timestamp(seconds: 1) }
        add { $0.visibility = .team }
        add { $0.task = .init() }
        add { $0.task = .init(assignee: .me) }
        add { $0.task = .init(dueAt: Timestamp(seconds: 1)) }
        #expect(Set(others.map(\.hash)).count == others.count)
        #expect(note.hash == others[0].hash)
    }
}
