/// The files, resources and settings of this machine.
public enum MachineFailure: FailureGroup {
    /// There is no such file.
    case fileNotFound
    /// A folder instead of a file.
    case isDirectory
    /// The file cannot be read; with the system's message.
    case fileUnreadable(String)
    /// This machine lacks a resource; the service did not fail.
    case shortage(MachineShortage)
    /// The library that signs tokens is not installed.
    case signingLibraryMissing
    /// The environment variable has an invalid value; with the cause, without the value.
    case badEnvironment(variable: String, cause: String)
    /// The source was replaced, changed or removed since it was opened; nothing was stored.
    case sourceChanged

    var words: Words {
        switch self {
        case .fileNotFound: Words(.input, "no such file", "check the path")
        case .isDirectory:
            Words(
                .input, "this is a folder, not a file",
                "use a file in it that lists vehicles, such as gbfs.json")
        case .fileUnreadable(let detail):
            Words(.input, "cannot read the file (\(detail))", "check the file's permissions")
        case .shortage(let shortage):
            Words(.input, .verbatim(shortage.message), .verbatim(shortage.hint))
        case .signingLibraryMissing:
            Words(
                .input, "OpenSSL 3 (libcrypto), which signs tokens, is not installed",
                "install it: `apt install libssl3` or `brew install openssl@3`")
        case .badEnvironment(let variable, let cause) where variable.hasPrefix("SSL_"):
            Words(
                .usage, "the variable \(variable) \(cause)",
                "set \(variable) to certificates in PEM format, or unset it")
        case .badEnvironment(let variable, let cause):
            Words(
                .usage, "the variable \(variable) \(cause)",
                "set \(variable) to an address like http://proxy.example.com:3128, or unset it")
        case .sourceChanged:
            Words(
                .input, "the source was changed or removed while it was in use",
                "run the command again; `fleet source list` shows the sources")
        }
    }
}
