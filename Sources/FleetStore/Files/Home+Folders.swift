extension Home {
    /// Creates missing folders for the preferences, the database and the locks, with mode 0700.
    ///
    /// Commands that write nothing do not call this.
    ///
    /// - Throws: ``HomeError/unusable(path:reason:)``.
    public func createFolders() throws(HomeError) {
        for folder in [configFolder, dataFolder, lockFolder] { try Self.create(folder) }
    }

    static func create(_ folder: String) throws(HomeError) {
        do throws(SystemError) {
            try FileSystem.createFolder(folder)
        } catch {
            throw .unusable(path: folder, reason: error.message)
        }
    }
}
