/// Folder of label images.
struct LabelFolder {
    /// Path with a trailing slash.
    let path: String

    /// Returns the names of the images.
    private func images() -> [String] {
        (Files.names(in: path) ?? []).filter { $0.hasSuffix(".png") }
    }

    /// Returns the total size of all images in bytes.
    /// - Throws: `.unexpectedResult` if their number is not as expected.
    func bytes(expectedImages: Int) throws -> Int {
        let images = images()
        guard images.count == expectedImages else {
            throw BenchmarkError.unexpectedResult(
                "found \(images.count) images of \(expectedImages) labels")
        }
        return try images.reduce(0) { sum, name in try sum + Files.size(of: path + name) }
    }
}
