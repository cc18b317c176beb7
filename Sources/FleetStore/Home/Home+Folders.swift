extension Home {
    /// Creates the folders of the preferences, the database and the locks where they are missing.
    ///
    /// New ones have mode 0700. A command that writes nothing does not call this.
    ///
    /// - Throws: ``HomeFailure/unusable(path:why:)``.
    public func createFolders() throws(HomeFailure) {
        for folder in [configFolder, dataFolder, lockFolder] { try Self.create(folder) }
    }

    static func create(_ folder: String) throws(HomeFailure) {
        do throws(SystemError) {
            try FileSystem.createFolder(folder)
        } catch {
            throw .unusable(path: folder, why: error.words)
        }
    }
}
