import Pictures

/// Output for the picture of a vehicle, in its original format.
enum PictureFile: Equatable, Sendable {
    case standardOutput
    case path(String)

    init(_ text: String) {
        self = text == "-" ? .standardOutput : .path(text)
    }

    /// Throws a `CommandError` (64) if the extension is that of another format; devices and pipes have
    /// none.
    func check(_ format: PictureFormat) throws {
        guard case .path(let path) = self, !isSpecialFile(path) else { return }
        let name = path.lowercased()
        let extensions = format == .jpeg ? ["jpg", "jpeg"] : [format.fileExtension]
        guard extensions.contains(where: { name.hasSuffix("." + $0) }) else {
            throw CommandError.otherFormat(path, format)
        }
    }
}
