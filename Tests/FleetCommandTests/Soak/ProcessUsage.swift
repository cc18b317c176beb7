import Foundation
import Testing

/// Resources that this process uses (proc(5)).
struct ProcessUsage {
    /// Resident memory in KiB.
    var memory: Int
    var descriptors: Int
    var threads: Int

    init() throws {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            .split(separator: " ")[1]
        memory = try #require(Int(pages)) * 4
        descriptors = try Self.count("/proc/self/fd")
        threads = try Self.count("/proc/self/task")
    }

    private static func count(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
    }

    /// Replaces every value by the smaller or larger one, as `choose` says.
    mutating func combine(_ other: ProcessUsage, _ choose: (Int, Int) -> Int) {
        memory = choose(memory, other.memory)
        descriptors = choose(descriptors, other.descriptors)
        threads = choose(threads, other.threads)
    }
}

extension ProcessUsage: CustomStringConvertible {
    var description: String { "\(memory) KiB, \(descriptors) descriptors, \(threads) threads" }
}

extension Collection<ProcessUsage> {
    /// Returns the largest or smallest value of each resource.
    func combined(_ choose: (Int, Int) -> Int) throws -> ProcessUsage {
        var usage = try #require(first)
        for other in dropFirst() { usage.combine(other, choose) }
        return usage
    }
}
