import FleetRuntime
import Pictures

/// Rasterizer for the SVG icons that GBFS feeds link to.
///
/// A drawing can take any time to render, so another program renders it, with limits of its own.
/// The program receives the document without an address, so that it loads no other files.
struct SVGRasterizer: Sendable {
    /// The environment in which the program is found; the program itself receives only `PATH`.
    let environment: [String: String]
    /// Factor of the time limit.
    let timeoutFactor: Double

    /// Maximum width and height in pixels.
    private static let side = 512
    /// Less than the time that users wait for pictures, so that one slow drawing does not block
    /// others.
    private var limits: Program.Limits {
        Program.Limits(
            time: .seconds(2) * timeoutFactor, gracePeriod: .zero, cancellationGracePeriod: .zero)
    }
    private static let maxBytes = 4 << 20

    /// Returns a picture with pixels, for a drawing a PNG; `nil` if the drawing cannot be rendered.
    func pixels(of bytes: [UInt8]) async -> [UInt8]? {
        guard let picture = try? LinkedPicture(inspecting: bytes) else { return nil }
        guard picture == .drawing else { return bytes }
        let program = Program(
            name: Self.command[0], arguments: Array(Self.command.dropFirst()),
            environment: programEnvironment)
        guard
            let png = await program.output(
                input: bytes, maxBytes: Self.maxBytes, limits: limits),
            let info = try? PictureInfo(inspecting: png), info.format == .png,
            max(info.width, info.height) <= Self.side
        else { return nil }
        return png
    }

    /// The program and its arguments.
    ///
    /// `prlimit` limits memory and CPU time, also if this process ends first.
    private static let command: [String] = {
        let drawing = [
            "rsvg-convert", "--format", "png", "--width", "\(side)", "--height", "\(side)",
            "--keep-aspect-ratio",
        ]
        #if os(Linux)
        return ["prlimit", "--cpu=2", "--as=\(1 << 30)", "--core=0"] + drawing
        #else
        return drawing
        #endif
    }()

    private var programEnvironment: [String: String] {
        // One thread, so that the memory limit does not depend on the machine.
        var variables = ["LANG": "C.UTF-8", "RAYON_NUM_THREADS": "1"]
        variables["PATH"] = environment["PATH"]
        return variables
    }
}
