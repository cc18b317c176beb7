import Dispatch
import NIOCore
import Synchronization
import Testing

@testable import FleetServer

@Suite("Documents that all answers share")
struct SharedDocumentTests {
    private static func document(_ tag: String, length: Int = 10) -> SharedDocument {
        SharedDocument(tag: tag, bytes: ByteBuffer(repeating: 0, count: length))
    }

    @Test("A document is made once for all that ask while it is made, and again for a revision")
    func once() {
        let cache = RevisionCache(documents: 4)
        let makings = Mutex(0)
        let tags = Mutex<Set<String>>([])
        for revision: Int64 in 1...2 {
            let ready = DispatchGroup()
            for _ in 0..<4 { ready.enter() }
            let ended = DispatchGroup()
            for _ in 0..<4 {
                let thread = DispatchQueue(label: "reader")
                thread.async(group: ended) {
                    ready.leave()
                    ready.wait()
                    let document = cache.value(of: "a", revision: revision) {
                        let number = makings.withLock {
                            $0 += 1
                            return $0
                        }
                        return Self.document("\(number)", length: 1 << 22)
                    }
                    tags.withLock { _ = $0.insert(document.tag) }
                }
            }
            ended.wait()
        }
        #expect(makings.withLock(\.self) == 2)
        #expect(tags.withLock(\.self) == ["1", "2"])
    }

    @Test("A making that fails is made by the next who asks")
    func failure() throws {
        let cache = RevisionCache(documents: 4)
        #expect(throws: CancellationError.self) {
            try cache.value(of: "a", revision: 1) { throw CancellationError() }
        }
        #expect(cache.value(of: "a", revision: 1) { Self.document("a") }.tag == "a")
    }

    @Test("Documents are kept within a number of bytes, and the last one in any case")
    func bytes() {
        let cache = RevisionCache<SharedDocument>(limit: 8, maxBytes: 25) { $0 }
        for name in ["a", "b", "c"] {
            _ = cache.value(of: name, revision: 1) { Self.document(name) }
        }
        let known = ["a", "b", "c"].map { cache.known($0, revision: 1) != nil }
        #expect(known == [false, true, true])
        _ = cache.value(of: "d", revision: 1) { Self.document("d", length: 100) }
        #expect(cache.known("c", revision: 1) == nil && cache.known("d", revision: 1) != nil)
    }

    @Test("Of the replaced documents that are still being sent, the oldest are withdrawn")
    func outdated() throws {
        let cache = RevisionCache<SharedDocument>(limit: 8, maxOutdatedBytes: 25) { $0 }
        let closed = Mutex<[Int64]>([])
        var readings: [SharedDocument.Reading] = []
        for revision: Int64 in 1...4 {
            let document = cache.value(of: "a", revision: revision) { Self.document("a") }
            readings.append(
                try document.beginReading { closed.withLock { $0.append(revision) } })
        }
        #expect(closed.withLock(\.self) == [1])
        readings.removeAll()
        for revision: Int64 in 5...9 {
            _ = cache.value(of: "a", revision: revision) { Self.document("a") }
        }
        #expect(closed.withLock(\.self) == [1])
    }

    @Test("No answer begins with a document that was withdrawn")
    func withdrawn() {
        let document = Self.document("a")
        document.withdraw()
        #expect(throws: SharedDocument.Withdrawn.self) { try document.beginReading {} }
    }
}
