import Pictures

/// Makes pixels of the icons that feeds link to, which GBFS has as drawings.
///
/// A drawing can be made to take forever, so another program draws it, with limits of its own. It gets
/// the document alone: without an address it loads nothing that the document names.
struct IconArtist: Sendable {
    /// The environment in which the program is found; of it the program sees only where programs are.
    let environment: [String: String]

    /// The pixels of a side, at most.
    private static let side = 512
    /// Less than people wait for pictures, so that a drawing without end keeps no other one away.
    private static let limits = StartedProgram.Limits(time: .seconds(2), bytes: 4 << 20)

    /// A picture of pixels, a drawing as a PNG; `nil` if it cannot be drawn.
    func pixels(of bytes: [UInt8]) async -> [UInt8]? {
        guard let picture = try? LinkedPicture(inspecting: bytes) else { return nil }
        guard picture == .drawing else { return bytes }
        let words = Self.words
        guard
            let program = try? StartedProgram(
                words[0], Array(words.dropFirst()), programEnvironment, isRead: true),
            let png = await program.output(reading: bytes, within: Self.limits),
            let facts = try? PictureFacts(inspecting: png), facts.format == .png,
            max(facts.width, facts.height) <= Self.side
        else { return nil }
        return png
    }

    /// The program and its arguments.
    ///
    /// `prlimit` limits what the program that it becomes may take: its
    /// time too, should nobody be left to end it.
    private static let words: [String] = {
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
        // One thread, so that the memory it may take does not depend on the machine.
        var kept = ["LANG": "C.UTF-8", "RAYON_NUM_THREADS": "1"]
        kept["PATH"] = environment["PATH"]
        return kept
    }
}
