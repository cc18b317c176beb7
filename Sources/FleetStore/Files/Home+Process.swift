#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Home {
    /// Creates the home of the process's effective user.
    ///
    /// - Throws: ``HomeError/noHome`` if the user's home folder is unknown.
    public init(environment: (String) -> String?) throws(HomeError) {
        // The user database is read only if the environment does not name the home.
        let isInEnvironment =
            environment("FLEET_HOME") != nil || environment("HOME")?.hasPrefix("/") == true
        try self.init(
            environment: environment,
            userHome: isInEnvironment ? nil : Self.registeredHome(of: geteuid()),
            userID: geteuid(), currentFolder: Self.currentFolder() ?? "/")
    }

    /// Returns the home folder from the user database.
    private static func registeredHome(of userID: uid_t) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        // SAFETY: the entry points into the buffer, which outlives the copied string.
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
