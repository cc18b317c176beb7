/// How much memory of a running process is resident.
enum ResidentMemory {
    /// Its size in bytes, from `VmRSS` of `/proc/<pid>/status`; `nil` where that is not to be had.
    static func size(of id: ProcessID) -> Double? {
        let status = Files.beginning(of: "/proc/\(id)/status", limit: 4_096)
        for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
                .map { $0 * 1_024 }
        }
        return nil
    }
}
