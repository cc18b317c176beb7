public import FleetCore

/// The reason why a team refuses a request.
public enum TeamError: Error, Equatable, Sendable {
    /// The credential is unknown, has expired or was revoked, or the user was disabled.
    case signedOut
    /// The name or the password is wrong; it is not revealed which.
    case wrongPassword
    /// The user sees the item but may not change it.
    case forbidden
    /// The item does not exist, or the user must not know that it does.
    case notFound
    /// The note has changed meanwhile; the newer version.
    case conflict(TeamNote)
    /// The same idempotency key was used for another request.
    case keyReused
    /// Too many failures; the next attempt is possible at this time.
    case throttled(until: Timestamp)
    /// Too many passwords are being checked; the client tries again in a few seconds.
    case busy
    /// A value is not acceptable.
    case invalid(Field, Rule)
    /// Another user or view has the name.
    case nameTaken
    /// People could mistake the name for that of another user.
    case nameLooksTaken
    /// The link is unknown, used or expired.
    case expiredLink
    /// Registration needs an invitation.
    case registrationClosed
    /// The team sees every task.
    case privateTask
    /// The change would leave the team without an administrator.
    case lastAdministrator
    /// The user is disabled, so a new password would be of no use.
    case userDisabled
    /// These alerts use the view, so it cannot be removed.
    case viewInUse([String])
    /// The day of a limit is decided, so no other version of the limit can begin by then.
    case dayIsDecided(LocalDay)
    /// The day of a limit is not decided yet, so there is nothing to correct.
    case dayIsOpen(LocalDay)
    /// There would be too many of something.
    case tooMany(Item, limit: Int)

    /// A value that a person enters.
    public enum Field: String, Sendable {
        case name, displayName, password, text, tokenName, lifetime, vehicle, site, assignee, filter
        case alertName, alertKinds, lowBattery, webhook, viewName, reason, until, attentionGroup
        case limitName, limitSources, limitMaximum, limitCoverage, limitType, limitZone
        case firstDay, lastDay, accuracy, seenAt, contact
    }

    /// The rule that a value breaks.
    public enum Rule: Equatable, Sendable {
        /// Outside of the times that are possible.
        case outOfRange
        /// Shorter than this many characters.
        case tooShort(Int)
        /// Longer than this many bytes, or characters of a text.
        case tooLong(Int)
        /// Characters that are not allowed, or no value of the kind.
        case malformed
        /// Letters of several scripts.
        case severalScripts
        /// Used by the program itself.
        case reserved
        /// The name of nobody.
        case unknown
        /// Different from person to person.
        case personal
        /// About the zones of a view that has none.
        case withoutZone
        /// A location whose radius is larger than this many metres.
        case tooInaccurate(Int)
        /// Outside of the last day.
        case notRecent
    }

    /// Items whose number is limited.
    public enum Item: String, Sendable {
        case favorites, notes, tokens, photos, photoBytes, invitations, alerts, views, sources
        case snoozes, limits, sightings
    }
}
