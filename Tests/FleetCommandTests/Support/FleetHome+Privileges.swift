import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension FleetHome {
    /// Runs the program as a user whom file modes bind: root, whom they do not, becomes another.
    func runWithoutPrivileges(
        _ arguments: String..., environment more: [String: String?] = [:]
    ) async throws -> Outcome {
        guard geteuid() == 0 else {
            return await (try start(arguments, environment: more)).outcome()
        }
        var environment = environment
        for (name, value) in more { environment[name] = value }
        let program = try await Self.publicProgram.value
        let words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program]
        let user = try Program(
            "/usr/bin/env", words + arguments, environment: environment, folder: "/", keeping: self)
        return await user.outcome()
    }

    /// Sets the mode of the home, of which the other user becomes the owner.
    func handOver(mode: Int) throws {
        let owner: [FileAttributeKey: Any] = geteuid() == 0 ? [.ownerAccountID: 65534] : [:]
        for name in try files {
            try FileManager.default.setAttributes(owner, ofItemAtPath: path + "/" + name)
        }
        try FileManager.default.setAttributes(
            owner.merging([.posixPermissions: mode]) { $1 }, ofItemAtPath: path)
    }

    /// A copy of the program where everybody may run it, until these tests end.
    private static let publicProgram = Task {
        atexit { _ = unlink(FleetHome.publicPath) }
        try await install(products + "/fleet", at: publicPath)
        return publicPath
    }

    private static let publicPath =
        FileManager.default.temporaryDirectory.path + "/fleet-program-\(getpid())"
}

extension FleetHome {
    /// Writes a script that can be run as a program.
    func install(script: String, as name: String) async throws {
        try await Self.install(
            "/dev/stdin", at: path + "/" + name, input: Array("#!/bin/sh\n\(script)\n".utf8))
    }

    /// Copies a program; another process does, since nothing can be run that somebody writes, and
    /// a program that is just being started has for a moment what this process has open.
    private static func install(
        _ program: String, at path: String, input: [UInt8] = []
    ) async throws {
        _ = try await Tool.run("install", "-m", "755", program, path, input: input)
    }
}
