import FleetTestSupport
import Foundation
import Testing

@Suite("Unreadable preferences are never overwritten", .slots)
struct PreferencesTests {
    private static let contents = [
        #"{"version":1,"#, "", "[]", #"{"version":2,"new":true}"#,
        #"{"version":1,"sources":{"a":{}}}"#,
        #"{"version":1,"sources":{"a":{"location":"gopher://x"}}}"#, "\u{0}\u{1}garbage",
    ]

    @Test("The error names the file and has a hint, and the file is unchanged", arguments: contents)
    func unreadable(content: String) async throws {
        let home = try FleetHome()
        let path = try home.write(content, to: "preferences.json")
        let cause = content.contains("new") ? "\(path) was written" : "cannot read \(path): "
        for arguments in [
            ["list"], ["list", "--color", "red"], ["filter"], ["filter", "clear"],
            ["source", "list"],
            ["source", "add", "s", "sim://demo"], ["source", "use", "demo"],
            ["source", "remove", "a"],
            ["refresh"], ["detail", "A"], ["watch", "--count", "1"],
        ] {
            let run = try await home.run(arguments)
            #expect(run.status == 74, "\(arguments): \(run.errorText)")
            #expect(run.errorLines.count == 2)
            #expect(run.errorLines.first?.hasPrefix("error: \(cause)") == true)
            #expect(run.errorLines.last?.hasPrefix("hint: ") == true)
            #expect(run.errorText.contains("the file is unchanged"))
        }
        let list = try await home.run(
            "list", "--source", "sim://demo", "--color", "red", "--format", "table")
        list.succeeded()
        #expect(list.errorText.contains("warning: \(cause)"))
        #expect(home.text(of: "preferences.json") == content)
    }

    @Test("Credentials that other users can read are refused with a hint to restrict access")
    func exposed() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", "sim://demo", "--header", "X-Key: hush")
            .succeeded()
        let path = home.path + "/credentials.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try await home.run("list", "--source", "s").failed(
            74, "\(path) contains secrets, but other users can access it",
            "restrict access: `chmod 600 \(path)`")
    }

    @Test("Preferences without read permission are an error")
    func forbidden() async throws {
        let home = try FleetHome()
        let path = try home.write(#"{"version":1}"#, to: "preferences.json")
        try home.transferOwnership(mode: 0o755)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        try await home.runWithoutPrivileges("list").failed(
            74, "cannot read \(path): Permission denied",
            "check its permissions, or set FLEET_HOME to another folder")
    }
}
