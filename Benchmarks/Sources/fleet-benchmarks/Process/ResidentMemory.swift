/// Resident memory of a running process.
enum ResidentMemory {
    /// Returns the size in bytes, from `VmRSS` in `/proc/<pid>/status`; `nil` if unavailable.
    static func size(of id: ProcessID) -> Double? { value("VmRSS:", of: id) }

    /// Returns the peak size in bytes, from `VmHWM`; `nil` if unavailable.
    static func peak(of id: ProcessID) -> Double? { value("VmHWM:", of: id) }

    private static func value(_ name: String, of id: ProcessID) -> Double? {
        let status = Files.beginning(of: "/proc/\(id)/status", limit: 4_096)
        for line in status.split(separator: "\n") where line.hasPrefix(name) {
            // A tab and spaces separate the name and the number.
            return line.split { " \t".contains($0) }.dropFirst().first.flatMap { Double($0) }
                .map { $0 * 1_024 }
        }
        return nil
    }
}
