import FleetTestSupport
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
    /// Runs the program as a user without root privileges, to whom file modes apply.
    func runWithoutPrivileges(
        _ arguments: String..., environment more: [String: String?] = [:]
    ) async throws -> Outcome {
        guard geteuid() == 0 else {
            return await (try start(arguments, environment: more)).outcome()
        }
        let program = try await Self.publicProgram.value
        let command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program]
        let user = try Program(
            "/usr/bin/env", command + arguments, environment: environment(with: more), folder: "/",
            retaining: self)
        return await user.outcome()
    }

    /// Sets the mode of the home folder; if this process is root, makes the other user its owner.
    func transferOwnership(mode: Int) throws {
        let owner: [FileAttributeKey: Any] = geteuid() == 0 ? [.ownerAccountID: 65534] : [:]
        for name in try files {
            try FileManager.default.setAttributes(owner, ofItemAtPath: path + "/" + name)
        }
        try FileManager.default.setAttributes(
            owner.merging([.posixPermissions: mode]) { $1 }, ofItemAtPath: path)
    }

    /// A copy of the program that every user may run; deleted when the tests end.
    private static let publicProgram = Task {
        atexit { _ = unlink(FleetHome.publicPath) }
        try await install(programs + "/fleet", at: publicPath)
        return publicPath
    }

    private static let publicPath =
        FileManager.default.temporaryDirectory.path + "/fleet-program-\(getpid())"
}

extension FleetHome {
    /// Writes an executable shell script.
    func install(script: String, as name: String) async throws {
        try await Self.install(
            "/dev/stdin", at: path + "/" + name, input: Array("#!/bin/sh\n\(script)\n".utf8))
    }

    /// Copies a program in another process.
    ///
    /// A file that is open for writing cannot be executed (`ETXTBSY`), and a program that another
    /// test is just starting briefly inherits all open files of this process.
    private static func install(
        _ program: String, at path: String, input: [UInt8] = []
    ) async throws {
        _ = try await Tool.run("install", "-m", "755", program, path, input: input)
    }
}
