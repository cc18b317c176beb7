import FleetCore
import FleetSQLite
import Foundation
import Testing

@testable import FleetTeam

@Suite("Notes that a team's server has not received are kept for the user of a login")
struct HomeDraftTests {
    let fixture: HomeFixture
    let owner = HomeOwner.login(UUID())

    init() throws { fixture = try HomeFixture() }

    private func drafts(of owner: HomeOwner? = nil) -> HomeDrafts {
        HomeDrafts(
            of: owner ?? self.owner, in: HomeTeamFile(of: fixture.home),
            now: { Timestamp(seconds: 1_800_000_000) })
    }

    @Test("drafts are kept with their photos, oldest first, and replaced by their ID")
    func stored() async throws {
        let (first, second) = (UUID(), UUID())
        #expect(try drafts().all().isEmpty && drafts().photo(1, of: first) == nil)
        try await drafts().save("new", id: second, createdAt: Timestamp(seconds: 2))
        try await drafts().save(
            "old", id: first, createdAt: Timestamp(seconds: 1), photos: [[1], [2, 3]])
        #expect(try drafts().all() == ["old", "new"])
        try await drafts().save("changed", id: first, createdAt: Timestamp(seconds: 1))
        #expect(try drafts().all() == ["changed", "new"])
        #expect(try drafts().photo(2, of: first) == [2, 3] && drafts().photo(3, of: first) == nil)
        #expect(try drafts(of: .login(UUID())).all().isEmpty)
        try await drafts().remove(first)
        #expect(try drafts().all() == ["new"])
        #expect(try fixture.sqlite3("SELECT count(*) FROM draft_photo") == "0")
    }

    @Test("they outlive the end of a login only if they are to be kept", arguments: [true, false])
    func end(keepingDrafts: Bool) async throws {
        try await drafts().save(
            "text", id: UUID(), createdAt: Timestamp(seconds: 1), photos: [[1]])
        _ = try await fixture.opened(owner).addFavorites(["a"], at: Timestamp(seconds: 1))
        try await HomeTeamFile(of: fixture.home).remove(owner, keepingDrafts: keepingDrafts)
        #expect(try drafts().all() == (keepingDrafts ? ["text"] : []))
        #expect(try fixture.opened(owner).favorites().isEmpty)
        let count = keepingDrafts ? "1" : "0"
        #expect(try fixture.sqlite3("SELECT count(*) FROM team_user") == count)
        #expect(try fixture.sqlite3("SELECT count(*) FROM draft_photo") == count)
    }
}
