extension CheckRule {
    /// The texts about a rule on documents.
    var textOfDocuments: Text {
        switch self {
        case .documentOfOtherVersion:
            Text(
                .error, "The version of the feed has no such document.",
                "Programs that know the version do not look for the document.",
                "Publish the document of this version instead, such as vehicle_status.json since 3.0."
            )
        case .notHTTPS:
            Text(
                .warning, "An address uses http instead of https.",
                "Anybody on the way can change the data, and pages on https cannot load it.",
                "Serve the document over https, and link to it so.")
        case .slowResponse:
            Text(
                .warning, "The document took more than a second.",
                "Apps wait for it, or give up.",
                "Compress the document, cache it, or serve it from nearer to its readers.")
        case .noEntityTag:
            Text(
                .warning, "The response has neither an ETag nor a Last-Modified header.",
                "Each reader loads the whole document every time; GBFS 3.1 requires an ETag.",
                "Send an ETag, and answer 304 if it is still the same.")
        case .lastUpdatedInFuture:
            Text(
                .warning, "last_updated is in the future.",
                "Readers believe old data to be new.",
                "Set the clock of the server, and write seconds in GBFS before 3.0.")
        case .lastUpdatedOld:
            Text(
                .error, "last_updated is more than five minutes old.",
                "Riders walk to vehicles that are gone.",
                "Find out why the data is no longer updated; write the time of the last update.")
        case .ttlZero:
            Text(
                .warning, "The ttl is 0.",
                "Readers that obey it ask again and again.",
                "Write the seconds until the next update, such as 60.")
        case .timeWithoutZone:
            Text(
                .warning, "A time has no offset from UTC.",
                "Programs shift it by hours.", "Add Z for UTC, or an offset such as +02:00.")
        case .timeInFuture:
            Text(
                .warning, "The time of a report is in the future.",
                "The time cannot be right, so the age of the report is unknown.",
                "Set the clock that writes the time, and write UTC; the largest number does not stand for an unknown time."
            )
        case .timeTooEarly:
            Text(
                .error, "The time of a report is from before feeds existed.",
                "The time cannot be right, so the age of the report is unknown.",
                "Write the time of the last report; 0 is 1970, and no unknown time.")
        case .timeInOtherUnit:
            Text(
                .error, "A time is in another unit than the specification says.",
                "Programs read a year that is thousands of years away, or 1970.",
                "Write seconds in GBFS before 3.0, and milliseconds in MDS.")
        default:
            Text(
                .error, "The document cannot be read.", "No reader gets its data.",
                "Open the address in a browser; serve complete JSON with the status 200.")
        }
    }

    /// The texts about a rule on data.
    var textOfData: Text {
        switch self {
        case .duplicateID:
            Text(
                .error, "An ID occurs more than once in the document.",
                "Programs keep one of the objects, and count wrongly.",
                "Publish each object once; look for vehicles that are in two lists of your system.")
        case .vehicleTwice:
            Text(
                .warning, "A vehicle seems to be in the document under two IDs.",
                "Programs show and count it twice.",
                "Publish each vehicle once, under one prefix.")
        case .coordinatesZero:
            Text(
                .error, "A location is 0, 0, in the Gulf of Guinea.",
                "Maps show the vehicle in the sea.",
                "Publish the true location; publish a vehicle only once its location is known.")
        case .coordinatesSwapped:
            Text(
                .error, "Latitude and longitude seem to be swapped.",
                "Maps show the vehicle in another part of the world.",
                "Write the degrees north in lat, and the degrees east in lon.")
        case .coordinatesImprecise:
            Text(
                .warning, "Most coordinates have fewer than four decimals.",
                "A vehicle may be a hundred metres away.",
                "Write at least four, better six decimals.")
        case .countsInconsistent:
            Text(
                .warning, "The counts by type do not add up to the count of all.",
                "Apps that show types disagree with those that show the sum.",
                "Compute both from the same data.")
        case .overCapacity:
            Text(
                .warning, "A station has more vehicles and docks than its capacity.",
                "Programs that compute free places get it wrong.",
                "Correct the capacity in station_information.json, or the counts.")
        case .polygonOpen:
            Text(
                .error, "A ring of a polygon does not end where it begins.",
                "Programs refuse the polygon, so its rules are lost.",
                "Repeat the first position at the end of each ring.")
        case .polygonCrossesItself:
            Text(
                .warning, "A ring of a polygon crosses itself.",
                "Programs disagree on what is inside.",
                "Draw the polygon again, or split it where it crosses itself.")
        case .zoneInverted:
            Text(
                .warning, "The ring of a zone that forbids rides is counterclockwise.",
                "By GBFS 2.1 to 2.3 rides are forbidden outside of it; most programs, and this one, read inside.",
                "Write the ring clockwise if rides are forbidden inside; else publish GBFS 3.0 with global_rules."
            )
        case .rangeOverMaximum:
            Text(
                .warning, "A vehicle goes farther than max_range_meters of its type.",
                "Its charge would be more than 100 %.",
                "Correct max_range_meters of the type, or the unit of current_range_meters: metres."
            )
        case .rangeConstant:
            Text(
                .warning, "All vehicles of a type have the same range, whatever their charge.",
                "Riders choose vehicles that stop on the way.",
                "Compute current_range_meters from the charge of each vehicle.")
        default:
            Text(
                .error, "A station is in only one of the two documents about stations.",
                "Programs cannot show it.",
                "Publish each station in station_information.json and station_status.json.")
        }
    }
}
