/// A control group of Linux that may limit the memory of this process.
struct MemoryGroup: Equatable {
    /// Where its groups are mounted, and the name of the file with a limit.
    let (root, file): (String, String)
    /// Path of the group, from the root.
    let path: String

    /// Returns the groups that `/proc/self/cgroup` names: a line is `0::/path` for version 2, and
    /// `4:memory:/path` for version 1.
    static func all(in text: String) -> [MemoryGroup] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(
                separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            let path = String(parts[2])
            if parts[1].isEmpty {
                return MemoryGroup(root: "/sys/fs/cgroup", file: "memory.max", path: path)
            }
            guard parts[1].split(separator: ",").contains("memory") else { return nil }
            return MemoryGroup(
                root: "/sys/fs/cgroup/memory", file: "memory.limit_in_bytes", path: path)
        }
    }

    /// Paths of the files with the limits of the group and of those around it.
    ///
    /// In a container, the path may be that of the host, and only the root be mounted.
    var limitPaths: [String] {
        var names = path.split(separator: "/")
        var paths: [String] = []
        while true {
            paths.append(([root] + names.map(String.init) + [file]).joined(separator: "/"))
            if names.popLast() == nil { return paths }
        }
    }
}
