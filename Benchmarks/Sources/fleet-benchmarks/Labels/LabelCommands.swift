#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Commands that write QR codes with error correction level M, 8 pixels per module and a quiet zone
/// of 4 modules.
extension BenchmarkContext {
    /// Number of threads of the multithreaded programs.
    static let labelThreads = 2

    /// Returns the `fleet` command that writes labels to a new folder, a PDF file or a ZPL file.
    func labels(of ids: LabelIDs, to path: String) -> Command {
        fleet(
            [
                "labels", "--ids", ids.path, "--content", "id", "--level", "M", "--no-boost",
                "--no-verify", "--jobs", String(Self.labelThreads), "--out", path,
            ] + (path.hasSuffix("/") ? ["--scale", "8"] : [])
                + (path.hasSuffix(".zpl") ? ["--label", "62x29mm"] : []), home: "labels")
    }

    /// Returns the command that runs this program as the plain loop over the libraries.
    func baseline(of ids: LabelIDs, to folder: String) throws -> Command {
        let program = try Files.absolutePath(of: CommandLine.arguments.first ?? "")
        return Command(program, BaselineArguments.all(ids.path, folder), [])
    }

    /// Returns the `qrencode` command for a single label.
    func qrencode(_ id: String, to path: String) -> Command {
        Command("qrencode", ["-l", "M", "-s", "8", "-m", "4", "-o", path, id], searchPath)
    }

    /// Returns the command of a Python program that writes labels with segno and prints the CPU
    /// time and the wall time in seconds.
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
