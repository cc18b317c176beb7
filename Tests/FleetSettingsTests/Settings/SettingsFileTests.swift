import FleetCore
import Foundation
import Testing

@testable import FleetSettings

@Suite("Atomic replacement of a settings file")
struct SettingsFileTests {
    let scratch: ScratchHome
    var folder: String { scratch.home.configFolder }

    init() throws {
        scratch = try ScratchHome()
        try scratch.home.createFolders()
    }

    func replace(_ name: String, with text: String) throws {
        let file = SettingsFile(
            path: folder + "/" + name, folder: folder, lockPath: "/lock", isSecret: false)
        try file.write(Data(text.utf8))
    }

    @Test("A temporary file left by a killed process is removed")
    func leftover() throws {
        let writer = String(StableHash.hash("/lock"), radix: 36)
        try scratch.put("half", at: folder + "/.a.\(writer).tmp")
        try replace("a", with: "whole")
        #expect(try scratch.text(at: folder + "/a") == "whole")
        #expect(try scratch.names(in: folder) == ["a", "locks"])
    }

    @Test("A failed replacement keeps the old file and leaves no temporary file")
    func failure() throws {
        let error = PreferencesError.unwritable(
            path: folder + "/locks", reason: "Is a directory")
        #expect(throws: error) { try replace("locks", with: "x") }
        #expect(try scratch.names(in: folder) == ["locks"])
    }

    @Test("A new file is private, and a replaced one keeps its permissions")
    func permissions() throws {
        try replace("a", with: "x")
        #expect(try scratch.mode(of: folder + "/a") == 0o600)
        #expect(chmod(folder + "/a", 0o640) == 0)
        try replace("a", with: "y")
        #expect(try scratch.mode(of: folder + "/a") == 0o640)
    }

    @Test("A missing target of a link is created; the link stays", arguments: ["b", "../home/b"])
    func links(target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/a", withDestinationPath: target)
        try replace("a", with: "x")
        #expect(try scratch.names(in: folder) == ["a", "b", "locks"])
        #expect(try scratch.text(at: folder + "/b") == "x")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/a") == target)
    }

    @Test("Circular links are an error")
    func circle() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/a", withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/b", withDestinationPath: "a")
        let error = PreferencesError.unwritable(
            path: folder + "/a", reason: "Too many levels of symbolic links")
        #expect(throws: error) { try replace("a", with: "x") }
    }
}
