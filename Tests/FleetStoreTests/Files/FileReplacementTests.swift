import Foundation
import Testing

@testable import FleetStore

@Suite("Atomic file replacement")
struct FileReplacementTests {
    let scratch: ScratchHome
    var folder: String { scratch.home.configFolder }

    init() throws {
        scratch = try ScratchHome()
        try scratch.home.createFolders()
    }

    func replace(_ name: String, with text: String) throws {
        try FileReplacement(path: folder + "/" + name, writer: 1)
            .write([UInt8](text.utf8), keepingPermissions: false)
    }

    @Test("A temporary file left by a killed process is removed")
    func leftover() throws {
        try scratch.put("half", at: folder + "/.a.1.tmp")
        try replace("a", with: "whole")
        #expect(try scratch.text(at: folder + "/a") == "whole")
        #expect(try scratch.names(in: folder) == ["a", "locks"])
    }

    @Test("A failed replacement keeps the old file and leaves no temporary file")
    func failure() throws {
        #expect(throws: SystemError.self) { try replace("locks", with: "x") }
        #expect(try scratch.names(in: folder) == ["locks"])
    }

    @Test("Circular links are an error")
    func circle() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/a", withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/b", withDestinationPath: "a")
        #expect(throws: SystemError(code: ELOOP)) { try replace("a", with: "x") }
    }

    @Test(
        "A full disk, an exceeded quota and a file that is too large count as a full disk",
        arguments: [ENOSPC, EDQUOT, EFBIG])
    func full(code: CInt) {
        #expect(SystemError(code: code).isDiskFull)
    }
}
