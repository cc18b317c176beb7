/// Why bytes cannot be taken for a picture, or a picture cannot be shown.
public enum PictureFault: Error, Equatable, Sendable {
    /// They are no picture of a format that is wanted.
    case notAPicture
    /// They end too early.
    case truncated
    /// It has more pixels than are taken, or than can be decoded with little memory.
    case tooLarge(width: Int, height: Int)
    /// It has more bytes than `PictureFacts.largestFile`.
    case tooManyBytes
    /// It is a drawing that is not taken; the words say why.
    case refused(String)
    /// It is not as its format asks for; the words say what is wrong.
    case damaged(String)
    /// The library that decodes it is not installed.
    case noDecoder(library: String)
    /// There is not enough memory.
    case exhausted
}
