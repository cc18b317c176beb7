import FleetCore
import FleetSQL

extension Team {
    /// Registers a user and starts a session; a repeated request signs the user in.
    ///
    /// - Parameter invitation: An invitation or the set-up link, which is used up.
    /// - Throws: ``TeamError/expiredLink``, ``TeamError/registrationClosed``,
    ///   ``TeamError/nameTaken``, ``TeamError/nameLooksTaken``, ``TeamError/invalid(_:_:)``,
    ///   ``TeamError/throttled(until:)``, ``TeamError/busy``. The invitation stays valid then.
    public func register(
        name typed: String, displayName: DisplayName? = nil, password: Password,
        invitation: BearerSecret?, from client: Client
    ) async throws -> SignedIn {
        let name = try UserName(new: typed)
        try password.check()
        if try await hasRegistered(typed) {
            return try await signIn(name: typed, password: password, from: client)
        }
        let step = RepeatableRequest.stepWithPassword(advancing: 1)
        let subjects = ThrottleSubjects(name: name.text, client).registration
        // A link that is not valid costs no hash.
        let kind = try await read { transaction in
            try Throttle(in: transaction).requireNoDelay(of: subjects)
            return try invitation.map { try transaction.invitation($0).kind }
        }
        guard try await isAllowed(kind) else { throw TeamError.registrationClosed }
        let hash = try await passwords.hash(password)
        do {
            return try await write { transaction in
                let role = try invitation.map(transaction.useInvitation) ?? .member
                let id = try transaction.addUser(
                    name, displayName, role: role, password: hash)
                _ = try transaction.item(of: step, for: id, random)
                try transaction.audit(
                    .registered, role.rawValue, by: .user(id, name: name.text, client))
                // Limits the number of registrations.
                if invitation == nil { try Throttle(in: transaction).countFailure(of: subjects) }
                return try transaction.startSession(
                    of: id, name: name.text, displayName: displayName?.text, role: role,
                    from: client, in: self)
            }
        } catch let error as TeamError where [.nameTaken, .nameLooksTaken].contains(error) {
            // Otherwise names could be tried out.
            try await write { try Throttle(in: $0).countFailure(of: subjects) }
            throw error
        }
    }

    /// Returns whether the current request has registered a user of this name before.
    public func hasRegistered(_ name: String) async throws -> Bool {
        guard let step = RepeatableRequest.stepWithPassword(advancing: 0),
            let name = try? UserName(name)
        else { return false }
        return try await read { try $0.userName(of: step, "name", .text(name.text)) != nil }
    }

    /// Returns whether people with such an invitation, or without any, can register.
    ///
    /// Until set-up is complete, registration needs the set-up link.
    private func isAllowed(_ kind: InvitationKind?) async throws -> Bool {
        switch kind {
        case .setup: return true
        case .invitation: return registration != .closed
        case nil:
            guard registration == .open else { return false }
            return try await !needsSetup()
        }
    }

    /// Returns the name of the user whose password a link resets, without using it.
    /// - Throws: ``TeamError/expiredLink``.
    public func userName(ofResetLink secret: BearerSecret) async throws -> String {
        try await read { try $0.resetLink(secret).name }
    }

    /// Sets the password of the user to whom a link belongs, ends the user's sessions and tokens,
    /// and starts a session; a repeated request signs the user in.
    /// - Throws: ``TeamError/expiredLink``, ``TeamError/invalid(_:_:)``, ``TeamError/busy``.
    public func resetPassword(
        link secret: BearerSecret, password: Password, from client: Client
    ) async throws -> SignedIn {
        try password.check()
        let step = RepeatableRequest.stepWithPassword(advancing: 1)
        let name = try await read { try $0.userName(of: step, "id", .uuid(secret.id)) }
        if let name { return try await signIn(name: name, password: password, from: client) }
        _ = try await userName(ofResetLink: secret)
        let hash = try await passwords.hash(password)
        return try await write { transaction in
            let user = try transaction.resetLink(secret)
            try transaction.endAccess(of: user.id)
            try transaction.setPassword(hash, of: user.id)
            _ = try transaction.item(of: step, for: user.id, random)
            try Throttle(in: transaction).forgetFailures(
                of: ThrottleSubjects(name: user.name, client).account)
            try transaction.audit(.passwordReset, by: .user(user.id, name: user.name, client))
            return try transaction.startSession(
                of: user.id, name: user.name, role: user.role, from: client, in: self)
        }
    }
}
