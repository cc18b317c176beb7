/// End of a command whose output already lists what is wrong.
package struct FindingsError: Error {
    package init() {}
}
