import FleetCore
import Foundation
import Testing

@testable import FleetFeeds

@Suite("Documents are read from files of every type")
struct FileReaderTests {
    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/fleet-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test("A file is read by path and by file URL, with spare capacity for padding")
    func file() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/a b.json"
            try Data("{\"vehicles\":[]}".utf8).write(to: URL(fileURLWithPath: path))
            let reader = TestReader(of: path)
            for address in [path, "file://\(folder)/a%20b.json", "file:\(folder)/a b.json"] {
                let response = try await reader.document(address)
                #expect(response.text == "{\"vehicles\":[]}")
                #expect(response.base == path)
            }
            guard case .read(let bytes, _, _) = try await reader.session.read(path) else {
                Issue.record("the file was not read")
                return
            }
            #expect(bytes.capacity >= bytes.count + DocumentResponse.padding)
        }
    }

    @Test("Files beside the vehicles are read again only after a change of their time or size")
    func unchanged() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let zones = """
                {"data": {"geofencing_zones": {"type": "FeatureCollection", "features": [
                {"type": "Feature", "properties": {"name": "Park"}, "geometry": {"type":
                "Polygon", "coordinates": [[[2,48],[3,48],[3,49],[2,49],[2,48]]]}}]}}}
                """
            let names = ["vehicle_status", "geofencing_zones", "system_regions"]
            let feeds = names.map { #"{"name": "\#($0)", "url": "\#($0).json"}"# }
            let files = [
                "gbfs": #"{"data": {"feeds": [\#(feeds.joined(separator: ", "))]}}"#,
                "vehicle_status": #"{"data": {"vehicles": [{"vehicle_id": "a"}]}}"#,
                "geofencing_zones": zones,
                "system_regions": #"{"data": {"regions": [{"region_id": "n", "name": "N"}]}}"#,
            ]
            func write(_ text: String, to name: String, at time: Timestamp) throws {
                let path = folder + "/\(name).json"
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: time.seconds)],
                    ofItemAtPath: path)
            }
            for (name, text) in files { try write(text, to: name, at: noon - .seconds(60)) }
            func load(_ state: FeedCacheState?) async throws -> (Snapshot, FeedCacheState) {
                let location = folder + "/gbfs.json"
                let loader = FeedLoader(
                    source: Source(location: .file(location)),
                    reader: TestReader(of: location, now: { noon }).documents, now: { noon },
                    shownNow: { noon })
                let response = try await loader.load(state)
                return (try #require(response.snapshot), response.cacheState)
            }
            let (first, state) = try await load(nil)
            #expect(first.documents.zones != nil)
            // What is not in a refresh stays as it is stored.
            let (second, next) = try await load(state)
            #expect(second.documents.zones == nil)
            #expect(second.vehicles.map(\.id) == ["a"] && second.feed.regionNames == ["n": "N"])
            #expect(next == state)
            try write(zones + " ", to: "geofencing_zones", at: noon - .seconds(60))
            let (third, changed) = try await load(next)
            #expect(third.documents.zones != nil)
            // A file that was only just changed is read again, whatever its time.
            try write(zones, to: "geofencing_zones", at: noon)
            let (_, young) = try await load(changed)
            #expect(try await load(young).0.documents.zones != nil)
        }
    }

    @Test("A file of unknown size is read to its end")
    func unknownSize() async throws {
        // Files in /proc have a size of 0.
        #if os(Linux)
        #expect(try await TestReader(of: "x").text("/proc/self/status").contains("Name:"))
        #endif
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/large"
            let text = String(repeating: "0123456789", count: 300_000)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(try await TestReader(of: path).text(path) == text)
        }
    }

    @Test("An unreadable or empty file is a failure with its path")
    func failures() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/empty"
            _ = FileManager.default.createFile(atPath: path, contents: Data())
            let reader = TestReader(of: folder)
            #expect(try await reader.failure(path).reason == .content(.empty))
            #expect(try await reader.failure(folder).reason == .machine(.isDirectory))
            #expect(try await reader.failure(folder + "/none").reason == .machine(.fileNotFound))
            #expect(try await reader.failure(path + "/below").reason == .machine(.fileNotFound))
            #expect(try await reader.failure(path).location == path)
            let long = folder + "/" + String(repeating: "x", count: 300)
            #expect(try await reader.failure(long).kind == .input)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/loop", withDestinationPath: folder + "/loop")
            #expect(try await reader.failure(folder + "/loop").kind == .input)
            #expect(try await reader.failure("/dev/null").reason == .content(.empty))
        }
    }

    @Test("A sparse file above the limit and an endless device are rejected")
    func endless() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/sparse"
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.truncate(atOffset: 1 << 40)
            try handle.close()
            let reader = TestReader(of: path)
            #expect(
                try await reader.failure(path).reason
                    == .size(.overBudget(.document, limit: 256 << 20, size: 1 << 40)))
            let device = try await reader.failure("/dev/zero")
            #expect(device.reason == .size(.tooLarge(limit: FileReader.deviceLimit)))
            let small = try await reader.failure("/dev/zero", maximumBytes: 100)
            #expect(small.reason == .size(.tooLarge(limit: 100)))
        }
    }

    @Test("Reading a pipe without a writer times out and can be cancelled")
    func pipeWithoutWriter() async throws {
        try await Self.withFolder { folder async throws -> Void in
            let path = folder + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let reader = TestReader(of: path, limits: { $0.readTimeout = .milliseconds(60) })
            let failure = try await reader.failure(path)
            #expect(failure.reason == .network(.readTimeout(seconds: 1)))
            let waiting = TestReader(of: path)
            let task = Task { try await waiting.session.read(path) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("A pipe with a writer is read to its end")
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
            let read = try await TestReader(of: path).text(path)
            #expect(read == text)
        }
    }

    @Test("The standard input is read once; later reads return the same bytes")
    func standardInput() async throws {
        let pipe = Pipe()
        let input = pipe.fileHandleForReading.fileDescriptor
        let reader = TestReader(of: "-", standardInput: input)
        try pipe.fileHandleForWriting.write(contentsOf: Data("{\"a\":1}".utf8))
        try pipe.fileHandleForWriting.close()
        for _ in 0..<2 { #expect(try await reader.document("-").text == "{\"a\":1}") }
        #expect(try await reader.document("-").base == "-")
    }

    @Test("Reading a silent standard input can be cancelled")
    func silentInput() async throws {
        let pipe = Pipe()
        let input = pipe.fileHandleForReading.fileDescriptor
        let reader = TestReader(of: "-", standardInput: input)
        let task = Task { try await reader.session.read("-") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try pipe.fileHandleForWriting.close()
    }
}
