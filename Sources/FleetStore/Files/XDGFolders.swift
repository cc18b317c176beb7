/// Base folders of the XDG Base Directory Specification 0.8.
struct XDGFolders {
    /// Folder of configuration files; `nil` if it depends on an unknown home.
    let config: String?
    /// Folder of data files; `nil` if it depends on an unknown home.
    let data: String?
    /// Folder of caches; `nil` if it depends on an unknown home.
    let cache: String?
    private let runtime: String?

    init(environment: (String) -> String?, userHome: String?) {
        func absolute(_ path: String?) -> String? {
            path.flatMap { $0.hasPrefix("/") ? Home.absolute($0, in: "/") : nil }
        }
        let home = absolute(environment("HOME")) ?? absolute(userHome)
        config = absolute(environment("XDG_CONFIG_HOME")) ?? home.map { Home.join($0, ".config") }
        data =
            absolute(environment("XDG_DATA_HOME")) ?? home.map { Home.join($0, ".local/share") }
        cache = absolute(environment("XDG_CACHE_HOME")) ?? home.map { Home.join($0, ".cache") }
        runtime = absolute(environment("XDG_RUNTIME_DIR"))
    }

    /// Returns the folder of sockets if this user owns it, as the specification requires.
    ///
    /// After `sudo` or `su` the variable often names the folder of the previous user; files there
    /// would get in that user's way.
    func runtime(of userID: UInt32) -> String? {
        guard let runtime, let status = try? FileSystem.status(of: runtime) else { return nil }
        guard status.kind == .folder, status.owner == userID, !status.isWritableByOthers else {
            return nil
        }
        return runtime
    }
}
