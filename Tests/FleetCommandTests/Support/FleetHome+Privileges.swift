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

    /// A copy of the program where everybody may run it.
    ///
    /// Another program copies it: a file that this process had open to write would be open for a
    /// moment in the programs which it starts meanwhile, and could not be run.
    private static let publicProgram = Task {
        let path = FileManager.default.temporaryDirectory.path + "/fleet-program"
        _ = try await Tool.run("install", "-m", "755", products + "/fleet", path)
        return path
    }
}
