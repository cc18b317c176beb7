import Testing

@testable import POSIX

@Suite("Memory of the process")
struct MemoryGroupTests {
    @Test("the group and those around it are found in both versions of control groups")
    func groups() {
        let text = "12:cpu,cpuacct:/a\n4:memory:/system.slice/fleet.service\n0::/x:y\nbroken\n"
        #expect(
            MemoryGroup.all(in: text).map(\.limitPaths) == [
                [
                    "/sys/fs/cgroup/memory/system.slice/fleet.service/memory.limit_in_bytes",
                    "/sys/fs/cgroup/memory/system.slice/memory.limit_in_bytes",
                    "/sys/fs/cgroup/memory/memory.limit_in_bytes",
                ],
                ["/sys/fs/cgroup/x:y/memory.max", "/sys/fs/cgroup/memory.max"],
            ])
    }

    @Test("this process has some memory")
    func memory() {
        #expect(CurrentProcess.memory > 64 << 20)
    }
}
