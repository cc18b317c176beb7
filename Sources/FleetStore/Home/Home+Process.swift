#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Home {
    /// Finds the folders of the user that this process acts for.
    ///
    /// - Throws: ``HomeFailure/noHome`` if nothing says where the user's home is.
    public init(environment: (String) -> String?) throws(HomeFailure) {
        // The user database is read only where the environment does not tell.
        let isTold =
            environment("FLEET_HOME") != nil || environment("HOME")?.hasPrefix("/") == true
        try self.init(
            environment: environment, userHome: isTold ? nil : Self.registeredHome(of: geteuid()),
            userID: geteuid(), currentFolder: Self.currentFolder() ?? "/")
    }

    /// The home that the user database names.
    private static func registeredHome(of userID: uid_t) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        // SAFETY: the entry points into the buffer, which outlives the copy made of its text here.
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            getpwuid_r(userID, &entry, start, buffer.count, &found)
            guard found != nil, let folder = entry.pw_dir else { return nil }
            return String(cString: folder)
        }
    }

    private static func currentFolder() -> String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
