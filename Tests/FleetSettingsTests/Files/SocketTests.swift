import FleetCore
import FleetSettings
import Foundation
import Testing

@Suite("Sockets and locks of a home")
struct SocketTests {
    let key = SourceKey(UUID(sourceName: "demo"))

    func makeHome(_ folder: String) throws -> Home {
        try Home(
            environment: ["FLEET_HOME": folder].lookup, userHome: nil, userID: 4711,
            currentFolder: "/")
    }

    @Test("A socket's name is a hash of the home and the source with sixteen digits")
    func socketName() throws {
        let path = try makeHome("/f").socketPath(for: key)
        #expect(path.wholeMatch(of: /\/f\/run\/[0-9a-f]{16}\.sock/) != nil)
        #expect(try makeHome("/f").socketPath(for: SourceKey(UUID(sourceName: "other"))) != path)
        let elsewhere = try makeHome("/g").socketPath(for: key)
        #expect(elsewhere.suffix(21) != path.suffix(21))
    }

    @Test("A path of 103 bytes is used, a longer one is replaced by one in /tmp")
    func longPath() throws {
        let fitting = "/" + String(repeating: "a", count: 103 - 1 - 26)
        let path = try makeHome(fitting).socketPath(for: key)
        #expect(path.utf8.count == 103)
        #expect(path.hasPrefix(fitting))
        let moved = try makeHome(fitting + "a").socketPath(for: key)
        #expect(moved.wholeMatch(of: /\/tmp\/fleet-4711\/[0-9a-f]{16}\.sock/) != nil)
    }

    @Test("Every source and purpose has its own lock inside the home")
    func lockPaths() throws {
        let home = try makeHome("/f")
        let paths = [
            home.lockPath(for: key, .leader), home.lockPath(for: key, .request),
            home.lockPath(for: SourceKey(UUID(sourceName: "../../x")), .leader),
            home.preferencesLockPath,
        ]
        #expect(Set(paths).count == 4)
        #expect(paths.allSatisfy { $0.hasPrefix("/f/") && !$0.contains("..") })
    }

    @Test("The socket folder is accessible only to its owner")
    func createdSocketFolder() throws {
        let scratch = try ScratchHome()
        #expect(try !scratch.home.checkSocketFolder(for: key))
        try scratch.home.createSocketFolder(for: key)
        #expect(try scratch.home.checkSocketFolder(for: key))
        #expect(try scratch.mode(of: scratch.home.runFolder) == 0o700)
    }

    @Test("A socket folder that is writable by others, a link or a file is rejected")
    func unsafeSocketFolder() throws {
        let scratch = try ScratchHome()
        try scratch.home.createSocketFolder(for: key)
        let folder = scratch.home.runFolder
        #expect(chmod(folder, 0o770) == 0)
        try expectUnsafe(scratch, "other users can write to it")
        try FileManager.default.moveItem(atPath: folder, toPath: folder + "2")
        try FileManager.default.createSymbolicLink(
            atPath: folder, withDestinationPath: folder + "2")
        try expectUnsafe(scratch, "it is a symbolic link")
        try FileManager.default.removeItem(atPath: folder)
        try scratch.put("", at: folder)
        try expectUnsafe(scratch, "it is not a folder")
    }

    @Test("A socket folder of another user is rejected")
    func foreignSocketFolder() throws {
        let scratch = try ScratchHome()
        try scratch.home.createSocketFolder(for: key)
        let home = try Home(
            environment: ["FLEET_HOME": scratch.home.dataFolder].lookup, userHome: nil,
            userID: geteuid() + 1, currentFolder: "/")
        let error = HomeError.unsafe(
            path: home.runFolder, reason: "it belongs to user \(geteuid())")
        #expect(throws: error) { try home.createSocketFolder(for: key) }
    }

    private func expectUnsafe(_ scratch: ScratchHome, _ reason: String) throws {
        let error = HomeError.unsafe(path: scratch.home.runFolder, reason: reason)
        #expect(throws: error) { try scratch.home.createSocketFolder(for: key) }
    }
}
