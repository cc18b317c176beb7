extension PictureFault {
    /// What is wrong, as the end of a sentence that begins with the picture: `photo.jpg` `is cut off`.
    public var words: String {
        switch self {
        case .notAPicture: "is no JPEG, PNG or WebP picture"
        case .truncated: "is cut off"
        case .tooLarge(let width, let height): "is too large: \(width) × \(height) pixels"
        case .tooManyBytes:
            "has more than \(PictureFacts.largestFile / (1 << 20)) MiB"
        case .refused(let why): "is refused: \(why)"
        case .damaged(let what): "is damaged: \(what)"
        case .noDecoder(let library): "cannot be decoded: \(library) is not installed"
        case .exhausted: "does not fit into the memory"
        }
    }
}
