import Testing

@testable import FleetSQLite

@Suite("Paths of the store")
struct RelativePathTests {
    @Test(
        "SQLite takes a path for a file, whatever its name",
        arguments: [
            ("/h/fleet.sqlite", "/h/fleet.sqlite"), (":memory:", "./:memory:"),
            ("file:x?mode=memory", "./file:x?mode=memory"), ("", "./"),
        ])
    func names(path: String, name: String) {
        #expect(SQLiteConnection.file(path) == name)
    }
}
