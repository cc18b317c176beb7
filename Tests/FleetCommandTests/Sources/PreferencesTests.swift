import Foundation
import Testing

@Suite("Preferences that cannot be read are never overwritten", .slots)
struct PreferencesTests {
    private static let contents = [
        #"{"version":1,"#, "", "[]", #"{"version":2,"new":true}"#,
        #"{"version":1,"sources":{"a":{}}}"#,
        #"{"version":1,"sources":{"a":{"location":"gopher://x"}}}"#, "\u{0}\u{1}garbage",
    ]

    @Test("they are named with what to do, and stay byte for byte", arguments: contents)
    func unreadable(content: String) async throws {
        let home = try FleetHome()
        let path = try home.write(content, to: "preferences.json")
        for arguments in [
            ["list"], ["list", "--color", "red"], ["filter"], ["filter", "clear"],
            ["source", "list"],
            ["source", "add", "s", "sim://demo"], ["source", "use", "demo"],
            ["source", "remove", "a"],
            ["refresh"], ["detail", "A"], ["watch", "--count", "1"],
        ] {
            let run = try await home.run(arguments)
            #expect(run.status == 74, "\(arguments): \(run.talk)")
            #expect(run.talkLines.count == 2)
            #expect(run.talkLines.first?.hasPrefix("error: \(path) ") == true)
            #expect(run.talkLines.last?.hasPrefix("hint: ") == true)
            #expect(run.talk.contains("it is left as it is"))
        }
        let list = try await home.run(
            "list", "--source", "sim://demo", "--color", "red", "--format", "table")
        list.succeeded()
        #expect(list.talk.contains("warning: \(path) "))
        #expect(home.text(of: "preferences.json") == content)
    }

    @Test("credentials that others may read are refused, and closing them is the hint")
    func exposed() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", "sim://demo", "--header", "X-Key: hush")
            .succeeded()
        let path = home.path + "/credentials.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try await home.run("list", "--source", "s").failed(
            74, "\(path) holds secrets and is open to other users", "close it: `chmod 600 \(path)`")
    }

    @Test("preferences that may not be read")
    func closed() async throws {
        let home = try FleetHome()
        let path = try home.write(#"{"version":1}"#, to: "preferences.json")
        try home.handOver(mode: 0o755)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        try await home.runWithoutPrivileges("list").failed(
            74, "\(path) cannot be read: Permission denied",
            "check its permissions, or set FLEET_HOME to another folder")
    }
}
