/// A new folder that a program fills with images.
struct LabelFolder {
    /// Its path, with a slash at the end.
    let path: String

    /// The images in it.
    private func images() -> [String] {
        (Files.names(in: path) ?? []).filter { $0.hasSuffix(".png") }
    }

    /// The bytes of all images.
    /// - Throws: `.wrongResult` if there are not as many as wanted.
    func bytes(wanted: Int) throws -> Int {
        let images = images()
        guard images.count == wanted else {
            throw BenchmarkFailure.wrongResult("\(images.count) images of \(wanted) labels")
        }
        return try images.reduce(0) { sum, name in try sum + Files.size(of: path + name) }
    }
}
