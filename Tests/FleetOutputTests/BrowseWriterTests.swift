import FleetCore
import FleetRuntimeTestSupport
import FleetSettings
import FleetTUI
import Foundation
import Testing

@testable import FleetOutput
@testable import FleetRuntime

@Suite("The browser's changes are made in order, and each one's outcome is a notice")
struct BrowseWriterTests {
    /// A source with the vehicles `A-1` and `B-2`, in a new home.
    private struct Town {
        let home: TestHome
        let source: SourceSession

        init(_ rotation: IDRotation? = .no) async throws {
            home = try TestHome()
            try Self.write(["A-1": "Red", "B-2": "Blue"], in: home)
            var definition = Source(location: .file(home.path + "/feed.json"))
            definition.rotation = rotation
            try await home.add("town", definition)
            source = try await Self.loaded(home)
        }

        /// Replaces the feed, and reads it as a later run does.
        func later(_ colors: [String: String]) async throws -> SourceSession {
            try Self.write(colors, in: home)
            home.advance(by: .seconds(60))
            return try await Self.loaded(home)
        }

        private static func write(_ colors: [String: String], in home: TestHome) throws {
            let vehicles = colors.map { #"{"identificationCode":"\#($0)","color":"\#($1)"}"# }
            try home.write(
                #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#, to: "feed.json")
        }

        private static func loaded(_ home: TestHome) async throws -> SourceSession {
            let source = try home.open("town")
            _ = try await source.listedIDs()
            return source
        }
    }

    private struct Notice: Equatable {
        var text: String
        var isFailure = false
    }

    /// Makes changes as a browser that just started; returns the notices that it shows.
    @discardableResult
    private func perform(
        _ writes: Effect.Write..., in source: SourceSession, savingColors savesColors: Bool = true
    ) async throws -> [Notice] {
        let inbox = try BrowseInbox()
        let writer = BrowseWriter(
            subscription: try source.subscription(WatchPolicy()), inbox: inbox,
            savesColors: savesColors)
        for write in writes { writer.perform(write) }
        await writer.finish()
        return inbox.drain().items.compactMap { item in
            guard case .event(.notice(let text, let isFailure)) = item else { return nil }
            return Notice(text: text, isFailure: isFailure)
        }
    }

    @Test("each toggle of a favorite sees the one before it")
    func toggles() async throws {
        let town = try await Town()
        let toggle = Effect.Write.toggleFavorite(id: "A-1")
        let (added, removed) = ("★ added A-1 to favorites", "removed A-1 from favorites")
        #expect(
            try await perform(toggle, toggle, toggle, toggle, toggle, in: town.source).map(\.text)
                == [added, removed, added, removed, added])
        #expect(try await perform(toggle, in: town.source) == [Notice(text: removed)])
    }

    @Test("a favorite that has left the feed is removed and added again")
    func gone() async throws {
        let town = try await Town()
        let toggle = Effect.Write.toggleFavorite(id: "A-1")
        try await perform(toggle, in: town.source)
        let source = try await town.later(["B-2": "Blue"])
        #expect(
            try await perform(toggle, toggle, in: source).map(\.text)
                == ["removed A-1 from favorites", "★ added A-1 to favorites"])
    }

    @Test("a favorite without any vehicle is removed, and any other unknown ID is an error")
    func missing() async throws {
        let town = try await Town()
        try await perform(
            .toggleFavorite(id: "A-1"), .toggleFavorite(id: "B-2"), in: town.source)
        // Without its snapshots, the home does not know that the vehicle was in the feed.
        for name in try FileManager.default.contentsOfDirectory(atPath: town.home.path)
        where name.hasPrefix("fleet.sqlite") {
            try FileManager.default.removeItem(atPath: town.home.path + "/" + name)
        }
        let source = try await town.later(["B-2": "Blue"])
        let toggle = Effect.Write.toggleFavorite(id: "A-1")
        #expect(
            try await perform(toggle, toggle, .toggleFavorite(id: "B-2"), in: source) == [
                Notice(text: "removed A-1 from favorites"),
                Notice(text: "no vehicle or favorite has the ID A-1", isFailure: true),
                Notice(text: "removed B-2 from favorites"),
            ])
    }

    @Test(
        "unknown rotation of the IDs is a warning at the end of the first notice only",
        arguments: [
            (Effect.Write.toggleFavorite(id: "A-1"), "★ added A-1 to favorites"),
            (.addNote(text: "flat", .vehicle(id: "A-1")), "✎ added note 1 about A-1"),
        ])
    func unknownRotation(_ write: Effect.Write, _ text: String) async throws {
        let town = try await Town(nil)
        let warning =
            "; warning: vehicle IDs of town may rotate after trips; if they do not, "
            + "run `fleet source edit town --ids stable`"
        #expect(
            try await perform(write, .toggleFavorite(id: "B-2"), in: town.source) == [
                Notice(text: text + warning), Notice(text: "★ added B-2 to favorites"),
            ])
        #expect(!town.home.messages.contains("rotate"))
    }

    @Test("rotating IDs are rejected with the message of the command, and nothing is saved")
    func rotating() async throws {
        let town = try await Town(.yes)
        let rejected = Notice(
            text: "vehicle IDs of town rotate, so favorites and notes would lose their vehicles",
            isFailure: true)
        #expect(
            try await perform(
                .addNote(text: "x", .vehicle(id: "A-1")), .removeNote(number: 1),
                .toggleFavorite(id: "A-1"), .toggleFavorite(id: "A-1"), in: town.source) == [
                    rejected, Notice(text: "town has no note 1", isFailure: true), rejected,
                    rejected,
                ])
    }

    @Test("favorites and notes of several vehicles are one change, which can be undone")
    func several() async throws {
        let town = try await Town()
        let both = Effect.Write.toggleFavorites(ids: ["A-1", "B-2", "C-3"])
        let subjects = ["A-1", "B-2"].map { NoteSubject.vehicle(id: $0) }
        let missing = "; 1 vehicle missing from the feed or without a stable ID"
        #expect(
            try await perform(
                .toggleFavorite(id: "B-2"), both, .undo, both, both, .undo, .undo,
                .addNotes(NewNotes(text: "wash", about: subjects, isTask: true)), .undo,
                in: town.source) == [
                    Notice(text: "★ added B-2 to favorites"),
                    Notice(text: "★ added 1 favorite" + missing),
                    Notice(text: "undone: removed 1 favorite"),
                    Notice(text: "★ added 1 favorite" + missing),
                    Notice(text: "removed 2 favorites" + missing),
                    Notice(text: "undone: added 2 favorites"), Notice(text: "nothing to undo"),
                    Notice(text: "✎ added 2 tasks"), Notice(text: "undone: removed 2 notes"),
                ])
    }

    @Test("an export has the vehicles in the format of its suffix, and replaces no file unasked")
    func export() async throws {
        let town = try await Town()
        let path = town.home.path + "/out.csv"
        func output(_ path: String, replaces: Bool = false) -> Effect.Write {
            .output(
                VehicleOutput(kind: .export(path: path), ids: ["B-2"], replaces: replaces))
        }
        #expect(
            try await perform(
                output(path), output(path), output(path, replaces: true),
                output(town.home.path + "/out.txt"), in: town.source) == [
                    Notice(text: "wrote 1 vehicle to \(path)"),
                    Notice(
                        text:
                            "\(path) exists; use another name, or ! after the command replaces it",
                        isFailure: true),
                    Notice(text: "wrote 1 vehicle to \(path)"),
                    Notice(
                        text: "the file must end with .csv, .json, .ndjson, .geojson or .xlsx",
                        isFailure: true),
                ])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("B-2") && !text.contains("A-1"))
    }

    @Test("a note gets photos, and a file that is none is refused")
    func photos() async throws {
        let town = try await Town()
        try town.home.write("text", to: "photo.jpg")
        let path = town.home.path + "/photo.jpg"
        let new = NewNotes(text: "flat", about: [.vehicle(id: "A-1")], photos: [path])
        let notices = try await perform(.addNotes(new), in: town.source)
        #expect(notices.count == 1 && notices[0].isFailure)
        #expect(notices.first?.text.contains(path) == true)
    }

    @Test("the columns of the list are saved, and the usual ones are not")
    func columns() async throws {
        let town = try await Town()
        let uuid = try #require(town.source.selected.filterUUID)
        func saved() throws -> [String]? {
            try town.home.context().preferences().get().columns(of: uuid)
        }
        try await perform(
            .saveColumns([.standard(.battery), .property("Shelf")]), in: town.source)
        #expect(try saved() == ["battery", "property:Shelf"])
        try await perform(.saveColumns([.standard(.state)]), in: town.source, savingColors: false)
        #expect(try saved() == ["battery", "property:Shelf"])
        try await perform(.saveColumns([]), in: town.source)
        #expect(try saved() == nil)
    }

    @Test("a note is changed unless another program has changed it meanwhile, and is removed once")
    func note() async throws {
        let town = try await Town()
        #expect(
            try await perform(
                .addNote(text: "flat", .vehicle(id: "A-1")),
                .editNote(number: 1, text: "fixed", before: "flat"),
                .editNote(number: 1, text: "broken", before: "flat"),
                .editNote(number: 1, text: "fine", before: "fixed"),
                .addNote(text: "lost", .stableID("C-3")),
                .removeNote(number: 1), .removeNote(number: 1), in: town.source) == [
                    Notice(text: "✎ added note 1 about A-1"), Notice(text: "✎ changed note 1"),
                    Notice(
                        text: "note 1 was changed by another program; nothing saved",
                        isFailure: true),
                    Notice(text: "✎ changed note 1"),
                    Notice(
                        text: "C-3 is missing from the feed or has no stable ID", isFailure: true),
                    Notice(text: "removed note 1"),
                    Notice(text: "town has no note 1", isFailure: true),
                ])
    }

    @Test("the colors that were selected last are saved, unless the browser saves none")
    func colors() async throws {
        let town = try await Town()
        let blue = try #require(ColorFilter(["blue"]))
        let both = try #require(ColorFilter(["blue", "red"]))
        func saved() async throws -> ColorFilter {
            let context = try town.home.context()
            return try await SavedColors(of: town.source.selected, in: context)
                .read(from: context.preferences())
        }
        #expect(try await perform(.save(blue), .save(both), in: town.source) == [])
        #expect(try await saved() == both)
        try await perform(.save(blue), in: town.source, savingColors: false)
        #expect(try await saved() == both)
        try await perform(.save(.all), in: town.source)
        #expect(try await saved() == .all)
    }
}
