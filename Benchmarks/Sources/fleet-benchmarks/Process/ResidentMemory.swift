/// How much memory of a running process is resident.
enum ResidentMemory {
    /// Its size in bytes, from `VmRSS` of `/proc/<pid>/status`; `nil` where that is not to be had.
    static func size(of id: ProcessID) -> Double? { value("VmRSS:", of: id) }

    /// The most that it was, in bytes, from `VmHWM`.
    static func peak(of id: ProcessID) -> Double? { value("VmHWM:", of: id) }

    private static func value(_ name: String, of id: ProcessID) -> Double? {
        let status = Files.beginning(of: "/proc/\(id)/status", limit: 4_096)
        for line in status.split(separator: "\n") where line.hasPrefix(name) {
            // The name and the number are parted by a tab and spaces.
            return line.split { " \t".contains($0) }.dropFirst().first.flatMap { Double($0) }
                .map { $0 * 1_024 }
        }
        return nil
    }
}
