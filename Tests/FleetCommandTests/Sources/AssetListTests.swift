import FleetTestSupport
import Foundation
import Testing

@Suite("An asset list beside a feed", .slots)
struct AssetListTests {
    private let home: FleetHome
    private let feed: String

    init() throws {
        home = try FleetHome()
        feed = try home.write(
            """
            {"vehicles":[{"id":"A-1","code":"11"},{"id":"A-2","code":"12"},{"id":"A-3","code":"13"}]}
            """, to: "feed.json")
    }

    private func assets(_ text: String, _ name: String = "assets.csv") throws -> String {
        try home.write(text, to: name)
    }

    private func added(_ list: String, _ options: String...) async throws {
        try await home.run(["source", "add", "own", feed, "--inventory", list] + options)
            .succeeded()
    }

    private func ids(_ options: String...) async throws -> [String] {
        try await home.run(["list", "--json"] + options).succeeded().ids
    }

    @Test("Its columns are properties of the vehicles, whatever they are called")
    func properties() async throws {
        try await added(assets("Asset tag,Shelf,Color,PIN\nA-1,R2,rot,1234\nA-3,R9,,99\n"))
        let detail = try await home.run("detail", "A-1").succeeded().text
        #expect(detail.contains("R2") && detail.contains("rot"))
        #expect(try await ids("--where", "Shelf=R9") == ["A-3"])
        let counts = try await home.run("count", "--by", "Shelf", "--format", "csv").succeeded()
        #expect(counts.lines.contains("R2,1"))
        let list = try await home.run("list", "--fields", "id,Shelf,PIN", "--format", "csv")
            .succeeded()
        #expect(list.lines == ["vehicle_id,Shelf,PIN", "A-1,R2,1234", "A-2,,", "A-3,R9,99"])
    }

    @Test("`source add` and `source show` tell which rows match")
    func match() async throws {
        let list = try assets("id,Shelf\nA-1,R2\nCB-7,R3\nCB-31,R4\n")
        let added = try await home.run("source", "add", "own", feed, "--inventory", list)
            .succeeded()
        let text =
            "1 of 3 rows match a vehicle; 2 do not: CB-7, CB-31; 2 vehicles have no row"
        #expect(added.errorText.contains("asset list: \(text)\n"))
        let shown = try await home.run("source", "show", "own").succeeded()
        #expect(shown.lines.contains("rows: \(text)"))
        #expect(shown.lines.contains("matched by: id"))
        #expect(shown.lines.contains("asset list: \(list)"))
    }

    @Test("`--listed` selects vehicles with a row, or without")
    func listed() async throws {
        try await added(assets("id,Shelf\nA-1,R2\nA-2,\n"))
        #expect(try await ids("--listed", "yes") == ["A-1", "A-2"])
        #expect(try await ids("--listed", "no") == ["A-3"])
        try await home.run("source", "edit", "own", "--inventory", "none").succeeded()
        try await home.run("list", "--listed", "no").failed(
            66, "own has no asset list", "add one: `fleet source edit NAME --inventory FILE`")
        #expect(!(try await home.run("detail", "A-1").succeeded().text.contains("R2")))
    }

    @Test("Rows are matched by the code on the vehicle, or by the label field")
    func otherKeys() async throws {
        let list = try assets("id,Shelf\n12,R2\n")
        try await added(list, "--match", "code")
        #expect(try await ids("--where", "Shelf=R2") == ["A-2"])
        try await home.run(
            "source", "edit", "own", "--match", "label", "--label-field", "code"
        ).succeeded()
        #expect(try await ids("--where", "Shelf=R2") == ["A-2"])
        try await home.run("source", "edit", "own", "--match", "id").succeeded()
        #expect(try await ids("--listed", "yes") == [])
    }

    @Test("A changed list is read again, and a changed feed keeps it")
    func changes() async throws {
        let list = try assets("id,Shelf\nA-1,R2\n")
        try await added(list)
        #expect(try await ids("--where", "Shelf=R2") == ["A-1"])
        _ = try assets("id,Shelf\nA-2,R2\nA-3,R2\n")
        #expect(try await ids("--where", "Shelf=R2") == ["A-2", "A-3"])
        _ = try home.write(#"{"vehicles":[{"id":"A-3"},{"id":"A-4"}]}"#, to: "feed.json")
        #expect(try await ids("--where", "Shelf=R2") == ["A-3"])
    }

    @Test("A list that is away costs its columns and a warning, never the vehicles")
    func missing() async throws {
        let list = try assets("id,Shelf\nA-1,R2\n")
        try await added(list)
        try FileManager.default.removeItem(atPath: list)
        let outcome = try await home.run("list", "--json").succeeded()
        #expect(outcome.ids == ["A-1", "A-2", "A-3"])
        #expect(
            outcome.errorText.contains("warning: the asset list cannot be read: ")
                && outcome.errorText.contains(list))
        #expect(try await ids("--where", "Shelf=R2") == ["A-1"])
        _ = try assets("id,Shelf\nA-1,R2\n")
        #expect(try await ids("--where", "Shelf=R2") == ["A-1"])
    }

    @Test("A list that cannot be used is refused, and nothing changes")
    func refused() async throws {
        try await home.run("source", "add", "own", feed).succeeded()
        let list = try assets("Rahmen,Regal\nA-1,R2\n")
        let outcome = try await home.run("source", "edit", "own", "--inventory", list)
        #expect(outcome.status == 65)
        #expect(outcome.errorText.contains("--column id=Rahmen"))
        #expect(!(try await home.run("source", "show", "own").succeeded().text.contains("asset")))
        try await home.run(
            "source", "edit", "own", "--inventory", list, "--column", "id=Rahmen"
        ).succeeded()
        #expect(try await ids("--where", "Regal=R2") == ["A-1"])
        let other = try await home.run("source", "edit", "own", "--inventory", feed)
        #expect(other.status == 65)
        #expect(other.errorText.contains("the asset list is not a table"))
        try await home.run("source", "edit", "own", "--inventory", "sim://demo").failed(
            64, "an asset list is a table, not a simulation", "name a file or an address")
    }

    @Test("An address with a secret is refused")
    func secrets() async throws {
        try await home.run(
            "source", "add", "own", feed, "--inventory", "https://example.com/a.csv?token=abc"
        ).failed(
            64, "the address of an asset list cannot have a secret",
            "save the table to a file, and name that")
    }

    @Test("The settings of the columns are those of the list, and stay with it")
    func settings() async throws {
        let list = try assets("Tag,Shelf,Note\nA-1,R2,x\n")
        try await added(
            list, "--column", "id=Tag", "--omit-column", "Note", "--visibility", "Shelf=members")
        try await home.run("source", "edit", "own", "--visibility", "Shelf=administrators")
            .succeeded()
        let shown = try await home.run("source", "show", "own").succeeded()
        #expect(shown.lines.contains("property: Shelf (administrators)"))
        #expect(shown.lines.contains("omitted column: Note"))
        #expect(try await ids("--where", "Shelf=R2") == ["A-1"])
    }
}
