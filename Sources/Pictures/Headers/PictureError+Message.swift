extension PictureError {
    /// Message that continues a sentence about the file: `photo.jpg` `is incomplete`.
    public var message: String {
        switch self {
        case .notAPicture: "is not a JPEG, PNG or WebP picture"
        case .truncated: "is incomplete"
        case .tooLarge(let width, let height): "is too large: \(width) × \(height) pixels"
        case .tooManyBytes: "is larger than \(PictureInfo.maxFileBytes / (1 << 20)) MiB"
        case .unsupported(let reason): "is not supported: \(reason)"
        case .damaged(let reason): "is damaged: \(reason)"
        case .noDecoder(let library): "cannot be decoded: \(library) is not installed"
        case .outOfMemory: "does not fit in memory"
        }
    }
}
