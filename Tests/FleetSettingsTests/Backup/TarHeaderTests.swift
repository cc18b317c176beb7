import FleetTestSupport
import Testing

@testable import FleetSettings

@Suite("Headers of tar archives") struct TarHeaderTests {
    private static let names = [
        "fleet.sqlite", "team-photos/a/b.jpg",
        "team-photos/" + String(repeating: "o", count: 36) + "/"
            + String(repeating: "h", count: 74),
        String(repeating: "p", count: 155) + "/" + String(repeating: "n", count: 100),
        String(repeating: "n", count: 100),
    ]
    private static let sizes: [Int64] = [0, 1, 511, 512, (1 << 33) - 1, 1 << 33, 1 << 40, .max]

    @Test("are read as they were written, by Python too")
    func round() async throws {
        for name in Self.names {
            for size in Self.sizes {
                let header = TarHeader(name: name, fileBytes: size)
                let bytes = try #require(header.bytes)
                #expect(bytes.count == 512)
                #expect(try TarHeader(bytes) == header)
            }
        }
        let all = Self.names.flatMap { name in
            Self.sizes.flatMap { TarHeader(name: name, fileBytes: $0).bytes ?? [] }
        }
        let script = """
            import sys, tarfile
            data = sys.stdin.buffer.read()
            for i in range(0, len(data), 512):
                found = tarfile.TarInfo.frombuf(data[i:i + 512], "utf-8", "strict")
                print(found.name, found.size, oct(found.mode), found.isreg())
            """
        let expected = Self.names.flatMap { name in
            Self.sizes.map { "\(name) \($0) 0o600 True" }
        }
        #expect(
            try await Tool.python(script, all) == expected.map { $0 + "\n" }.joined())
    }

    @Test("a name that is too long has none")
    func long() {
        for name in [
            String(repeating: "n", count: 101), String(repeating: "p", count: 156) + "/n",
            "p/" + String(repeating: "n", count: 101),
        ] { #expect(TarHeader(name: name, fileBytes: 0).bytes == nil) }
    }

    @Test("no change of a byte passes unnoticed, and none stops the program")
    func changes() throws {
        let bytes = try #require(TarHeader(name: "team-photos/a/b.jpg", fileBytes: 700).bytes)
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                if let header = try? TarHeader(changed) {
                    // Fields after the checksum's own digits, which have no meaning.
                    #expect((148..<156).contains(index) && header.fileBytes == 700)
                }
            }
        }
        #expect(throws: TarDefect.self) { try TarHeader([]) }
        #expect(throws: TarDefect.self) { try TarHeader(Array(repeating: 0xFF, count: 512)) }
    }
}
