import FleetCore
import FleetSettings
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
        credentials.tokenGrant = TokenGrant(
            address: "https://a.example/token", clientID: "me", secret: "s3cret")
        credentials.tokenSigning = TokenSigning(
            privateKey: "s3cret", keyID: "1", issuer: "me", audience: "it")
        return credentials
    }

    @Test("Saved credentials can be read again and are private to the owner")
    func roundTrip() async throws {
        #expect(try file.load().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scratch.folder))
        try await file.update { $0["a"] = credentials }
        try await file.update { $0["b"] = Credentials() }
        #expect(try file.load() == ["a": credentials, "b": Credentials()])
        #expect(try scratch.mode(of: path) == 0o600)
    }

    @Test(
        "A file that other users can access is rejected and not changed",
        arguments: [0o640, 0o604, 0o620])
    func exposed(mode: mode_t) async throws {
        try await file.update { $0["a"] = credentials }
        #expect(chmod(path, mode) == 0)
        #expect(throws: PreferencesError.exposed(path: path)) { try file.load() }
        await #expect(throws: PreferencesError.exposed(path: path)) {
            try await file.update { $0["a"] = nil }
        }
        #expect(try scratch.text(at: path).contains("s3cret"))
    }

    @Test(
        "Errors name the invalid field but not the secret",
        arguments: [
            (#"{"version":1,"sources":{"a":{"headers":"s3cret"}}}"#, "`sources.a.headers`"),
            (
                #"{"version":1,"sources":{"a":{"headers":[{"value":"s3cret"}]}}}"#,
                "name` is missing"
            ),
            (#"{"version":1,"sources":{"a":"s3cret""#, "it is not valid JSON"),
            (#"{"sources":"s3cret"}"#, "`version` is missing"),
        ])
    func invalid(text: String, problem: String) throws {
        try scratch.put(text, at: path)
        #expect(chmod(path, 0o600) == 0)
        let error = #expect(throws: PreferencesError.self) { try file.load() }
        guard case .invalid(path, let reason) = error else { throw try #require(error) }
        #expect(reason.contains(problem))
        #expect(!reason.contains("s3cret"))
    }

    @Test("A newer version is a separate error")
    func newer() throws {
        try scratch.put(#"{"version":2}"#, at: path)
        #expect(chmod(path, 0o600) == 0)
        #expect(throws: PreferencesError.newerVersion(path: path, version: 2)) {
            try file.load()
        }
    }
}
