/// Writer.
public struct WorkbookWriter {
    /// Limit.
    public static let maxTextLength = 32_767
}
