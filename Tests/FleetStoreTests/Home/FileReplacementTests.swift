import Foundation
import Testing

@testable import FleetStore

@Suite("Writing of whole files")
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

    @Test("A temporary file that a killed process left is used up")
    func leftover() throws {
        try scratch.put("half", at: folder + "/.a.1.tmp")
        try replace("a", with: "whole")
        #expect(try scratch.text(at: folder + "/a") == "whole")
        #expect(try scratch.names(in: folder) == ["a", "locks"])
    }

    @Test("A replacement that fails leaves the old one and no temporary file")
    func failure() throws {
        #expect(throws: SystemError.self) { try replace("locks", with: "x") }
        #expect(try scratch.names(in: folder) == ["locks"])
    }

    @Test("Links that lead round in a circle are an error")
    func circle() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/a", withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/b", withDestinationPath: "a")
        #expect(throws: SystemError(code: ELOOP)) { try replace("a", with: "x") }
    }

    @Test(
        "A full disk, a full quota and a file too large are no room",
        arguments: [ENOSPC, EDQUOT, EFBIG])
    func full(code: CInt) {
        #expect(SystemError(code: code).isFull)
    }
}
