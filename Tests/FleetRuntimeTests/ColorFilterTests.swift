import FleetCore
import FleetRuntimeTestSupport
import Foundation
import Testing

@testable import FleetRuntime

@Suite("The color filter of a source is saved between commands")
struct ColorFilterTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    @Test("colors are saved under the source, as far as it has them")
    func saving() async throws {
        let red = try #require(ColorFilter(["red"]))
        let blue = try #require(ColorFilter(["blue"]))
        let context = try home.context()
        let demo = try await context.select("demo", in: context.preferences())
        let other = try await context.select("sim://demo?vehicles=5", in: context.preferences())
        try await SavedColors(of: demo, in: context).save(red, existing: red)
        #expect(try await saved(of: demo) == red)
        #expect(try await saved(of: other) == .all)
        try await SavedColors(of: demo, in: context).save(blue, existing: .all)
        #expect(try await saved(of: demo) == red)
        try await SavedColors(of: demo, in: context).save(.all, existing: .all)
        #expect(try await saved(of: demo) == .all)
    }

    private func saved(of source: ResolvedSource) async throws -> ColorFilter {
        let context = try home.context()
        return try await SavedColors(of: source, in: context).read(from: context.preferences())
    }

    @Test("standard input, which is another fleet each time, has no saved colors")
    func standardInput() async throws {
        let context = try home.context()
        #expect(try await context.select("-", in: context.preferences()).filterUUID == nil)
    }

    @Test("unreadable preferences are never overwritten, and only warned of")
    func unreadable() async throws {
        let red = try #require(ColorFilter(["red"]))
        let context = try home.context()
        let demo = try await context.select("demo", in: context.preferences())
        try home.write("{", to: "preferences.json")
        try await SavedColors(of: demo, in: context).save(red, existing: red)
        #expect(home.messages.contains("could not save the filter"))
        #expect(try String(contentsOfFile: home.path + "/preferences.json", encoding: .utf8) == "{")
    }
}
