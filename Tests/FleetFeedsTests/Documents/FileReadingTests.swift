import FleetCore
import Foundation
import Testing

@testable import FleetFeeds

@Suite("A document is read from a file of any kind")
struct FileReadingTests {
    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/fleet-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test("by its path and by a file address, with room for padding")
    func file() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/a b.json"
            try Data("{\"vehicles\":[]}".utf8).write(to: URL(fileURLWithPath: path))
            let reading = Reading(of: path)
            for address in [path, "file://\(folder)/a%20b.json", "file:\(folder)/a b.json"] {
                let answer = try await reading.document(address)
                #expect(answer.text == "{\"vehicles\":[]}")
                #expect(answer.base == path)
            }
            guard case .read(let bytes, _, _) = try await reading.session.read(path) else {
                Issue.record("the file was not read")
                return
            }
            #expect(bytes.capacity >= bytes.count + DocumentAnswer.padding)
        }
    }

    @Test("a file whose size the system does not tell is read to its end")
    func unknownSize() async throws {
        // Files of this file system have a size of zero.
        #if os(Linux)
        #expect(try await Reading(of: "x").text("/proc/self/status").contains("Name:"))
        #endif
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/large"
            let text = String(repeating: "0123456789", count: 300_000)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(try await Reading(of: path).text(path) == text)
        }
    }

    @Test("what is no file is told by its name")
    func failures() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/empty"
            _ = FileManager.default.createFile(atPath: path, contents: Data())
            let reading = Reading(of: folder)
            #expect(try await reading.failure(path).reason == .empty)
            #expect(try await reading.failure(folder).reason == .isDirectory)
            #expect(try await reading.failure(folder + "/none").reason == .fileNotFound)
            #expect(try await reading.failure(path + "/below").reason == .fileNotFound)
            #expect(try await reading.failure(path).place == path)
            let long = folder + "/" + String(repeating: "x", count: 300)
            #expect(try await reading.failure(long).kind == .input)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/loop", withDestinationPath: folder + "/loop")
            #expect(try await reading.failure(folder + "/loop").kind == .input)
            #expect(try await reading.failure("/dev/null").reason == .empty)
        }
    }

    @Test("a sparse file beyond the limit and a device without end are refused unread")
    func endless() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/sparse"
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.truncate(atOffset: 1 << 40)
            try handle.close()
            let reading = Reading(of: path)
            #expect(try await reading.failure(path).reason == .tooLarge(limit: 1 << 30))
            let device = try await reading.failure("/dev/zero")
            #expect(device.reason == .tooLarge(limit: FileReading.deviceLimit))
            let small = try await reading.failure("/dev/zero", maximumBytes: 100)
            #expect(small.reason == .tooLarge(limit: 100))
        }
    }

    @Test("a pipe without a writer ends by the limit or by cancelling")
    func pipeWithoutWriter() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let reading = Reading(of: path, limits: { $0.read = .milliseconds(60) })
            let failure = try await reading.failure(path)
            #expect(failure.reason == .readTimeout(seconds: 1))
            let patient = Reading(of: path)
            let task = Task { try await patient.session.read(path) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("a pipe with a writer is read to its end")
    func pipe() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let text = String(repeating: "0123456789", count: 100_000)
            Thread.detachNewThread {
                let handle = FileHandle(forWritingAtPath: path)
                handle?.write(Data(text.utf8))
                try? handle?.close()
            }
            let read = try await Reading(of: path).text(path)
            #expect(read == text)
        }
    }

    @Test("the standard input is read once, and gives the same bytes again")
    func standardInput() async throws {
        let pipe = Pipe()
        let input = pipe.fileHandleForReading.fileDescriptor
        let reading = Reading(of: "-", standardInput: input)
        try pipe.fileHandleForWriting.write(contentsOf: Data("{\"a\":1}".utf8))
        try pipe.fileHandleForWriting.close()
        for _ in 0..<2 { #expect(try await reading.document("-").text == "{\"a\":1}") }
        #expect(try await reading.document("-").base == "-")
    }

    @Test("a standard input that says nothing can be cancelled")
    func silentInput() async throws {
        let pipe = Pipe()
        let input = pipe.fileHandleForReading.fileDescriptor
        let reading = Reading(of: "-", standardInput: input)
        let task = Task { try await reading.session.read("-") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try pipe.fileHandleForWriting.close()
    }
}
