import FleetCore
import FleetRuntimeTestSupport
import FleetTeam
import Foundation
import SystemPackage
import Testing

@testable import FleetRuntime

@Suite("A password is the first line of the input")
struct PasswordInputTests {
    private let team: TestPasswords

    init() throws { team = try TestPasswords() }

    @Test(
        "up to the line feed, which may be missing",
        arguments: [
            ("correct horse\n", "correct horse"), ("correct horse", "correct horse"),
            ("correct horse \nsecond line", "correct horse "), ("pässwörter\n", "pässwörter"),
        ])
    func line(input: String, expected: String) async throws {
        let password = try team.password(from: input)
        #expect(try await team.isEqual(password, expected))
    }

    @Test("an endless line is not read to its end")
    func endless() async throws {
        let text = String(repeating: "x", count: 60_000)
        let password = try team.password(from: text)
        #expect(try await !team.isEqual(password, text))
    }

    @Test("without a line there is no password, and without a terminal nobody is asked")
    func missing() throws {
        let empty = #expect(throws: CommandError.self) { try team.password(from: "") }
        #expect(empty?.status == .data)
        let asked = #expect(throws: CommandError.self) {
            try team.withInput("correct horse\n") { try $0.ask("Password", isNew: false) }
        }
        #expect(asked?.cause == "there is no terminal to ask for the password")
        #expect(asked?.status == .usage)
    }
}

/// Passwords from a pipe, compared by the only means there is: signing in.
private struct TestPasswords {
    private let home: TestHome
    private let team: Team

    init() throws {
        home = try TestHome()
        team = try home.context().openTeam(passwords: PasswordHasher(threads: 1, queue: 0))
    }

    func password(from text: String) throws -> Password {
        try withInput(text) { try $0.line() }
    }

    func withInput<Value>(_ text: String, _ body: (PasswordInput) throws -> Value) throws -> Value {
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        try pipe.writeEnd.writeAll(text.utf8)
        try pipe.writeEnd.close()
        return try body(PasswordInput(from: pipe.readEnd, Output(terminalType: nil)))
    }

    func isEqual(_ password: Password, _ text: String) async throws -> Bool {
        let name = try UserName("user\(UUID().uuidString.prefix(8))")
        guard
            (try? await team.onMachine().addUser(name, role: .viewer, password: password)) != nil
        else { return false }
        let signedIn = try? await team.signIn(
            name: name.text, password: Password(text), from: Client(address: nil))
        return signedIn != nil
    }
}
