#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The programs that write codes of level M, each with 8 pixels a module and 4 modules of quiet zone.
extension Setting {
    /// The threads of those that have more than one.
    static let labelThreads = 2

    /// The program, into a new folder or a PDF file.
    func labels(of ids: LabelIDs, to path: String) -> Command {
        fleet(
            [
                "labels", "--ids", ids.path, "--content", "id", "--level", "M", "--no-boost",
                "--no-verify", "--jobs", String(Self.labelThreads), "--out", path,
            ] + (path.hasSuffix("/") ? ["--scale", "8"] : []), home: "labels")
    }

    /// This program as the plain loop over the libraries.
    func baseline(of ids: LabelIDs, to folder: String) throws -> Command {
        let program = try Files.absolutePath(of: CommandLine.arguments.first ?? "")
        return Command(program, BaselineArguments.all(ids.path, folder), [])
    }

    /// `qrencode`, for a single code.
    func qrencode(_ id: String, to path: String) -> Command {
        Command("qrencode", ["-l", "M", "-s", "8", "-m", "4", "-o", path, id], searchPath)
    }

    /// A Python program with segno, which writes the CPU time and the time that the codes took.
    func segno(of ids: LabelIDs, to folder: String) -> Command {
        let python = getenv("FLEET_PYTHON").map { String(cString: $0) } ?? "python3"
        let script = """
            import sys, time, segno
            ids = open(sys.argv[1]).read().split()
            start = time.process_time(), time.perf_counter()
            for number, id in enumerate(ids):
                code = segno.make(id, error="m", micro=False, boost_error=False)
                code.save(f"{sys.argv[2]}/{number}.png", scale=8, border=4)
            print(time.process_time() - start[0], time.perf_counter() - start[1])
            """
        return Command(python, ["-c", script, ids.path, folder], searchPath)
    }

    private var searchPath: [String] { ["PATH=" + Machine.searchPath] }
}
