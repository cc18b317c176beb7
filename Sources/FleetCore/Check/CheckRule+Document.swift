extension CheckRule {
    /// The rules about documents as a whole, and about their times.
    public struct DocumentRules: Sendable {
        package let unreadable = CheckRule(
            "document-unreadable", .error, traits: [.canonical, .momentary],
            "The document cannot be read.",
            "No reader gets its data.",
            "Open the address in a browser; serve complete JSON with the status 200.")
        package let ofOtherVersion = CheckRule(
            "document-of-other-version", .error,
            "The version of the feed has no such document.",
            "Programs that know the version do not look for the document.",
            "Publish the document of this version instead, such as vehicle_status.json since 3.0.")
        package let notHTTPS = CheckRule(
            "not-https", .warning,
            "An address uses http instead of https.",
            "Anybody on the way can change the data, and pages on https cannot load it.",
            "Serve the document over https, and link to it so.")
        package let slowResponse = CheckRule(
            "slow-response", .warning, traits: [.momentary],
            "The document took more than a second.",
            "Apps wait for it, or give up.",
            "Compress the document, cache it, or serve it from nearer to its readers.")
        package let noEntityTag = CheckRule(
            "no-etag", .warning,
            "The response has neither an ETag nor a Last-Modified header.",
            "Each reader loads the whole document every time; GBFS 3.1 requires an ETag.",
            "Send an ETag, and answer 304 if it is still the same.")
        package let lastUpdatedInFuture = CheckRule(
            "last-updated-in-future", .warning, traits: [.momentary],
            "last_updated is in the future.",
            "Readers believe old data to be new.",
            "Set the clock of the server, and write seconds in GBFS before 3.0.")
        package let lastUpdatedOld = CheckRule(
            "last-updated-old", .error, traits: [.momentary],
            "last_updated is more than five minutes old.",
            "Riders walk to vehicles that are gone.",
            "Find out why the data is no longer updated; write the time of the last update.")
        package let ttlZero = CheckRule(
            "ttl-zero", .warning,
            "The ttl is 0.",
            "Readers that obey it ask again and again.",
            "Write the seconds until the next update, such as 60.")
        package let timeWithoutZone = CheckRule(
            "time-without-zone", .warning,
            "A time has no offset from UTC.",
            "Programs shift it by hours.",
            "Add Z for UTC, or an offset such as +02:00.")
        package let timeInFuture = CheckRule(
            "time-in-future", .warning, traits: [.aboutValues],
            "The time of a report is in the future.",
            "The time cannot be right, so the age of the report is unknown.",
            "Set the clock that writes the time, and write UTC; the largest number does not stand for an unknown time."
        )
        package let timeTooEarly = CheckRule(
            "time-too-early", .error, traits: [.aboutValues],
            "The time of a report is from before feeds existed.",
            "The time cannot be right, so the age of the report is unknown.",
            "Write the time of the last report; 0 is 1970, and no unknown time.")
        package let timeInOtherUnit = CheckRule(
            "time-in-other-unit", .error,
            "A time is in another unit than the specification says.",
            "Programs read a year that is thousands of years away, or 1970.",
            "Write seconds in GBFS before 3.0, and milliseconds in MDS.")
    }
}
