import POSIX

/// The lock of the settings files.
package enum SettingsLock {
    /// Time for which a change waits for the lock, which the commit of a large snapshot may keep.
    @TaskLocal package static var timeout = FileLock.timeout
}
