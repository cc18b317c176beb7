package import SystemPackage

/// A file that is written in parts and becomes visible only when it is complete.
///
/// Readers see the old file or the new one. An incomplete file is removed. Several threads and
/// processes may write files of the same folder, and even the same file.
package final class AtomicFile {
    private let folder: OpenFolder
    private let name: String
    /// Name of the incomplete file; `nil` if it has none.
    private let temporary: String?
    /// Nil once the file is complete.
    private var file: OpenFile?
    /// Removal of the incomplete file if the process exits.
    private let cleanup: ExitCleanup?

    /// Creates the incomplete file.
    /// - Parameters:
    ///   - temporary: Its name. Nil for none, where the system supports that: a killed process then
    ///     leaves nothing behind, and a new file needs no rename.
    ///   - permissions: Its permissions, reduced by the umask.
    /// - Throws: `Errno.fileExists` if the temporary name is taken.
    package init(
        _ name: String, in folder: OpenFolder, temporary: String? = nil,
        permissions: FilePermissions
    ) throws(Errno) {
        (self.folder, self.name) = (folder, name)
        if temporary == nil, let file = folder.createUnnamed(permissions: permissions) {
            self.file = consume file
            self.temporary = nil
            cleanup = nil
        } else {
            let temporary = temporary ?? Self.temporaryName()
            self.temporary = temporary
            file = try folder.create(temporary, permissions: permissions)
            cleanup = ExitCleanup { try? folder.remove(temporary) }
        }
    }

    deinit {
        if file != nil, let temporary { try? folder.remove(temporary) }
    }

    /// Returns a unique name for an incomplete file.
    static func temporaryName() -> String {
        ".fleet-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
    }

    /// Returns whether a name may be that of an incomplete file, which a killed process leaves
    /// behind.
    package static func isTemporaryName(_ name: String) -> Bool {
        name.hasPrefix(".fleet-") && name.hasSuffix(".tmp")
    }

    /// Sets the permissions of another file and, if allowed, its owner.
    package func setPermissions(of status: Stat) throws(Errno) {
        try file?.setPermissions(of: status)
    }

    /// Appends bytes.
    package func append(_ bytes: [UInt8]) throws(Errno) {
        try file?.write(bytes)
    }

    /// Gives the file its name, in place of an existing file; nothing may be appended afterwards.
    /// - Parameter durably: Whether the content is on disk before.
    package func complete(durably: Bool) throws(Errno) {
        guard let file = file.take() else { return }
        var temporary = temporary
        do throws(Errno) {
            if durably { try file.synchronize() }
            if temporary == nil { temporary = try link(file) }
            try file.close()
            if let temporary { try folder.rename(temporary, to: name) }
            cleanup?.cancel()
        } catch {
            if let temporary { try? folder.remove(temporary) }
            throw error
        }
    }

    /// Names an unnamed file; returns a temporary name if only a rename can replace an existing
    /// file.
    private func link(_ file: borrowing OpenFile) throws(Errno) -> String? {
        do throws(Errno) {
            try folder.link(file, as: name)
            return nil
        } catch {
            guard error == .fileExists else { throw error }
            let temporary = Self.temporaryName()
            try folder.link(file, as: temporary)
            return temporary
        }
    }
}
