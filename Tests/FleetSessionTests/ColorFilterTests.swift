import FleetCore
import Foundation
import Testing

@testable import FleetSession

@Suite("The color filter is saved between commands")
struct ColorFilterTests {
    @Test("selected colors are saved only if the command saves them")
    func saving() async throws {
        let home = try TestHome()
        let red = try #require(ColorFilter(["red"]))
        let blue = try #require(ColorFilter(["blue"]))
        let context = try home.context()
        #expect(try await context.colors(red, context.preferences(), saves: true) == red)
        #expect(try await context.colors(blue, context.preferences(), saves: false) == blue)
        #expect(try await context.colors(nil, context.preferences(), saves: true) == red)
    }

    @Test("unreadable preferences are never overwritten, and only warned of")
    func unreadable() async throws {
        let home = try TestHome()
        try home.write("{", to: "preferences.json")
        let red = try #require(ColorFilter(["red"]))
        let context = try home.context()
        #expect(try await context.colors(red, context.preferences(), saves: true) == red)
        #expect(home.messages.contains("could not save the filter"))
        #expect(try String(contentsOfFile: home.path + "/preferences.json", encoding: .utf8) == "{")
    }
}
