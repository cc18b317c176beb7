/// An attempt to authenticate with a password, which counts as a failure until it succeeds.
struct SignInAttempt: Sendable {
    /// The user who may sign in by the name; `nil` without one.
    let user: StoredPassword?
    /// The subjects for which it counts, unless a device counts it.
    let subjects: ThrottleSubjects
    /// The known device that makes it; `nil` for an ordinary attempt.
    let device: BearerSecret?

    /// Records that the password was wrong.
    func fail(in transaction: TeamTransaction, by actor: Actor) throws {
        if device == nil { try Throttle(in: transaction).countFailure(of: subjects.network) }
        // An unknown name may be a password in the wrong field.
        try transaction.audit(.signInFailed, user?.name, by: actor)
    }

    /// Forgets the failures of an account after the right password; a known device leaves them,
    /// because they are those of others.
    func succeed(in transaction: TeamTransaction) throws {
        if device == nil { try Throttle(in: transaction).forgetFailures(of: subjects.account) }
    }
}

extension Team {
    /// Runs an attempt with the user that may sign in by a name, once it is counted.
    ///
    /// - Parameter device: The secret of a device; unless the user with the name has signed in
    ///   there, the attempt is an ordinary one.
    /// - Throws: ``TeamError/throttled(until:)``, ``TeamError/busy``; the errors of `body`.
    func attempt<T>(
        _ subjects: ThrottleSubjects, name: String?, from device: BearerSecret?,
        _ body: (SignInAttempt) async throws -> T
    ) async throws -> T {
        if let device, let name,
            let result = try await attempt(subjects, knownName: name, from: device, body)
        {
            return result
        }
        return try await attempts.run(for: subjects.name) {
            try await beginAttempt(subjects, name: name)
        } _: { user in
            try await body(SignInAttempt(user: user, subjects: subjects, device: nil))
        }
    }

    /// Runs an attempt of a known device; returns `nil` if it is not known.
    private func attempt<T>(
        _ subjects: ThrottleSubjects, knownName name: String, from device: BearerSecret,
        _ body: (SignInAttempt) async throws -> T
    ) async throws -> T? {
        // Checked before waiting, so that strangers cannot delay the devices of an account.
        guard try await read({ try KnownDevices(in: $0).isKnown(device, forName: name) }) else {
            return nil
        }
        // One at a time, so that an account never has more than one of the reserved places.
        return try await deviceAttempts.runAlone(for: device.id.text) {
            let user = try await write { transaction in
                try KnownDevices(in: transaction).countFailure(of: device, forName: name)
                    ? transaction.password(ofName: name) : nil
            }
            guard let user else { return nil }
            return try await body(SignInAttempt(user: user, subjects: subjects, device: device))
        }
    }

    /// Checks the delays, counts the attempt and returns the user that may sign in by a name.
    private func beginAttempt(
        _ subjects: ThrottleSubjects, name: String?
    ) async throws -> StoredPassword? {
        // A flood of attempts costs no write.
        guard passwords.hasRoom else { throw TeamError.busy }
        try await read { try Throttle(in: $0).requireNoDelay(of: subjects.all) }
        return try await write { transaction in
            try Throttle(in: transaction).requireNoDelay(of: subjects.all)
            try Throttle(in: transaction).countFailure(of: subjects.account)
            return try name.flatMap(transaction.password)
        }
    }

    /// Checks a password; an attempt that finds no free thread does not count.
    func verify(
        _ password: Password, in attempt: SignInAttempt
    ) async throws -> PasswordHasher.Verdict {
        try await uncounting(attempt) {
            try await passwords.verify(
                password, against: attempt.user?.hash, isReserved: attempt.device != nil)
        }
    }

    /// Hashes a new password; an attempt that finds no free thread does not count.
    func hash(_ new: Password, in attempt: SignInAttempt) async throws -> String {
        try await uncounting(attempt) {
            try await passwords.hash(new, isReserved: attempt.device != nil)
        }
    }

    /// Takes back the failure of an attempt if `body` throws.
    private func uncounting<T>(
        _ attempt: SignInAttempt, _ body: () async throws -> T
    ) async throws -> T {
        do {
            return try await body()
        } catch {
            try await write { transaction in
                if let device = attempt.device {
                    try KnownDevices(in: transaction).uncountFailure(of: device)
                } else {
                    try Throttle(in: transaction).uncountFailure(of: attempt.subjects.account)
                }
            }
            throw error
        }
    }
}
