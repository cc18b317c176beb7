import FleetCore
import FleetRuntimeTestSupport
import Testing

@testable import FleetRuntime

@Suite("Favorites and notes need stable IDs and a named source")
struct AnnotationTests {
    private func home(_ rotation: IDRotation?) async throws -> TestHome {
        let home = try TestHome()
        var source = Source(location: .file(try home.write(["A-1", "a-1", "B-2"])))
        source.rotation = rotation
        try await home.add("town", source)
        return home
    }

    @Test("a vehicle is found by its exact ID before other cases of it")
    func exact() async throws {
        let home = try await home(.no)
        let found = try await AnnotatedSource(.named("town"), in: home.context()).find([
            "a-1", "B-2",
        ])
        #expect(found.map(\.stableID) == ["a-1", "B-2"])
        #expect(home.messages.isEmpty)
    }

    @Test("rotating IDs are rejected, with the remedy")
    func rotating() async throws {
        let home = try await home(.yes)
        let error = try await #require(throws: CommandError.self) {
            try await AnnotatedSource(.named("town"), in: home.context()).find(["B-2"])
        }
        #expect(error.status == .usage)
        #expect(error.hint.contains("--label-field"))
    }

    @Test("unknown rotation is accepted with one warning per source")
    func unknown() async throws {
        let home = try await home(nil)
        _ = try await AnnotatedSource(.named("town"), in: home.context()).find(["B-2"])
        #expect(home.messages.contains("--ids stable"))
        let before = home.messages
        _ = try await AnnotatedSource(.named("town"), in: home.context()).find(["B-2"])
        #expect(home.messages == before)
    }

    @Test("an unknown ID is an error that names the source")
    func missing() async throws {
        let home = try await home(.no)
        let error = try await #require(throws: CommandError.self) {
            try await AnnotatedSource(.named("town"), in: home.context()).find(["C-3"])
        }
        #expect(error.status == .noInput)
        #expect(error.cause == "no vehicle C-3 in town")
    }

    @Test("a location without a name has no favorites or notes")
    func nameless() async throws {
        let home = try await home(.no)
        let path = try home.write(["A"])
        await #expect(throws: CommandError.self) {
            try await AnnotatedSource(.named(path), in: home.context())
        }
    }
}
