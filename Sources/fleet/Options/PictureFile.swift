import Pictures

/// Where a vehicle's picture goes, in the format that it came in.
enum PictureFile: Equatable, Sendable {
    case standardOutput
    case path(String)

    init(_ text: String) {
        self = text == "-" ? .standardOutput : .path(text)
    }

    /// Throws a `Problem` (64) if the name promises another format; a device or a pipe promises none.
    func check(_ format: PictureFormat) throws {
        guard case .path(let path) = self, !isSpecial(path) else { return }
        let name = path.lowercased()
        let endings = format == .jpeg ? ["jpg", "jpeg"] : [format.fileExtension]
        guard endings.contains(where: { name.hasSuffix("." + $0) }) else {
            throw Problem.otherFormat(path, format)
        }
    }
}
