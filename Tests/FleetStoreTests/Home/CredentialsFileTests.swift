import FleetCore
import FleetStore
import Foundation
import Testing

@Suite("Credentials")
struct CredentialsFileTests {
    let scratch: ScratchHome
    var file: CredentialsFile { scratch.credentials }
    var path: String { scratch.home.credentialsPath }

    init() throws {
        scratch = try ScratchHome()
    }

    var credentials: Credentials {
        var credentials = Credentials()
        credentials.headers = [Credentials.Header(name: "X-Key", value: "s3cret")]
        credentials.queryVariables = ["key": "KEY"]
        return credentials
    }

    @Test("What was set is there in the next run, for the owner alone")
    func roundTrip() async throws {
        #expect(try file.load().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scratch.folder))
        try await file.update { $0["a"] = credentials }
        try await file.update { $0["b"] = Credentials() }
        #expect(try file.load() == ["a": credentials, "b": Credentials()])
        #expect(try scratch.mode(of: path) == 0o600)
    }

    @Test("A file that others may use is refused and stays", arguments: [0o640, 0o604, 0o620])
    func exposed(mode: mode_t) async throws {
        try await file.update { $0["a"] = credentials }
        #expect(chmod(path, mode) == 0)
        #expect(throws: PreferencesFailure.exposed(path: path)) { try file.load() }
        await #expect(throws: PreferencesFailure.exposed(path: path)) {
            try await file.update { $0["a"] = nil }
        }
        #expect(try scratch.text(at: path).contains("s3cret"))
    }

    @Test(
        "What is wrong is named without the secret",
        arguments: [
            (#"{"version":1,"sources":{"a":{"headers":"s3cret"}}}"#, "`sources.a.headers`"),
            (
                #"{"version":1,"sources":{"a":{"headers":[{"value":"s3cret"}]}}}"#,
                "name` is missing"
            ),
            (#"{"version":1,"sources":{"a":"s3cret""#, "it is no JSON"),
            (#"{"sources":"s3cret"}"#, "`version` is missing"),
        ])
    func broken(text: String, words: String) throws {
        try scratch.put(text, at: path)
        #expect(chmod(path, 0o600) == 0)
        let failure = #expect(throws: PreferencesFailure.self) { try file.load() }
        guard case .broken(path, let why) = failure else { throw try #require(failure) }
        #expect(why.contains(words))
        #expect(!why.contains("s3cret"))
    }

    @Test("A newer version is told apart")
    func newer() throws {
        try scratch.put(#"{"version":2}"#, at: path)
        #expect(chmod(path, 0o600) == 0)
        #expect(throws: PreferencesFailure.newerVersion(path: path, version: 2)) {
            try file.load()
        }
    }
}
