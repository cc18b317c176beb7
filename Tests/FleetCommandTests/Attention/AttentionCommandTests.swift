import FleetTestSupport
import Foundation
import Testing

@Suite("What needs attention on the command line", .slots)
struct AttentionCommandTests {
    private let home: FleetHome

    init() async throws {
        home = try FleetHome()
        try home.write(
            #"""
            {"vehicles":[
            {"id":"A","color":"Red","battery":10,"lat":48.5,"lng":2.25},
            {"id":"B","color":"Blue","battery":15,"lat":48.6,"lng":2.25},
            {"id":"C","color":"Red","battery":90,"lat":48.7,"lng":2.25}]}
            """#, to: "feed.json")
        _ = try await home.run(
            "source", "add", "city", home.path(of: "feed.json"), "--ids", "stable"
        )
        .succeeded()
        _ = try await home.run("source", "use", "city").succeeded()
    }

    /// The state and ID of the entries of a group.
    private func entries(_ group: String, _ arguments: String...) async throws -> [String] {
        let list = try await home.run(
            [
                "attention", "--group", group, "--format", "csv", "--no-header", "--fields",
                "state,id,source", "--source", "city",
            ] + arguments)
        return list.succeeded().lines
    }

    @Test("a low battery counts by the bound of its source, which `source edit` sets")
    func bound() async throws {
        #expect(try await entries("battery") == ["open,A,city", "open,B,city"])
        _ = try await home.run("source", "edit", "city", "--low-battery", "12%").succeeded()
        #expect(try await entries("battery") == ["open,A,city"])
        let shown = try await home.run("source", "show", "city").succeeded().text
        #expect(shown.contains("attention: low battery: 12%"))
        _ = try await home.run("source", "edit", "city", "--low-battery", "off").succeeded()
        #expect(try await entries("battery") == [])
        #expect(try await home.run("source", "edit", "city", "--idle-after", "1s").status == 64)
        #expect(try await home.run("source", "edit", "city", "--alarms", "loud").status == 64)
    }

    @Test("a snoozed vehicle does not count until it is woken")
    func snooze() async throws {
        let arguments = ["attention", "snooze", "battery", "A", "--reason", "in the workshop"]
        let snoozed = try await home.run(arguments + ["--for", "8h"]).succeeded()
        #expect(snoozed.errorLines.last?.hasPrefix("snoozed A until ") == true)
        #expect(try await entries("battery") == ["open,B,city", "snoozed,A,city"])
        let table = try await home.run("attention", "--all").succeeded().text
        #expect(table.contains("in the workshop"))
        #expect(
            try await home.run("attention", "wake", "battery", "A").succeeded().errorLines.last
                == "A counts again")
        #expect(try await home.run("attention", "wake", "battery", "A").status == 66)
        #expect(try await entries("battery") == ["open,A,city", "open,B,city"])
        for wrong in [["--for", "0"], ["--for", "8h", "--until", "18:00"], [], ["--until", "x"]] {
            #expect(try await home.run(arguments + wrong).status == 64)
        }
        #expect(
            try await home.run(
                "attention", "snooze", "task", "A", "--reason", "x", "--for", "1h"
            ).status == 64)
        #expect(
            try await home.run(
                "attention", "snooze", "battery", "Z", "--reason", "x", "--for", "1h"
            ).status
                == 66)
    }

    @Test("a taken vehicle does not count until its task is done")
    func take() async throws {
        let taken = try await home.run("attention", "take", "battery", "A").succeeded()
        #expect(taken.errorLines.last == "took A: task 1")
        #expect(try await entries("battery") == ["open,B,city", "taken,A,city"])
        _ = try await home.run("note", "done", "1").succeeded()
        #expect(try await entries("battery") == ["open,A,city", "open,B,city"])
        let past = try await home.run("attention", "--since", "8h").succeeded()
        #expect(past.text.contains("done"))
        #expect(past.errorLines.contains { $0.contains("the past of city is not recorded") })
        #expect(try await home.run("attention", "--since", "8d").status == 64)
    }

    @Test("tasks that are due are entries, and `note list --due-before now` lists them")
    func due() async throws {
        _ = try await home.run("note", "add", "A", "late", "--due", "2020-01-01").succeeded()
        _ = try await home.run("note", "add", "B", "soon", "--due", "2090-01-01").succeeded()
        let list = try await home.run(
            "attention", "--group", "task", "--format", "csv", "--no-header", "--fields", "text")
        #expect(list.succeeded().lines == ["late"])
        let notes = try await home.run(
            "note", "list", "--due-before", "now", "--format", "csv", "--no-header", "--fields",
            "text")
        #expect(notes.succeeded().lines == ["late"])
        #expect(try await home.run("note", "list", "--due-before", "soon").status == 64)
    }

    @Test("a source that cannot be read is an entry beside those of the others")
    func failure() async throws {
        _ = try await home.run(
            "source", "add", "gone", home.path(of: "gone.json"), "--no-check"
        ).succeeded()
        let list = try await home.run(
            "attention", "--format", "csv", "--no-header", "--fields", "state,group,id")
        #expect(list.succeeded().lines.contains("open,source,gone"))
        #expect(list.succeeded().lines.contains("open,battery,A"))
    }
}
