extension CheckRule {
    /// The rules about data that cannot be right.
    public struct DataRules: Sendable {
        package let duplicateID = CheckRule(
            "duplicate-id", .error,
            "An ID occurs more than once in the document.",
            "Programs keep one of the objects, and count wrongly.",
            "Publish each object once; look for vehicles that are in two lists of your system.")
        package let vehicleTwice = CheckRule(
            "vehicle-twice", .warning,
            "A vehicle seems to be in the document under two IDs.",
            "Programs show and count it twice.",
            "Publish each vehicle once, under one prefix.")
        package let coordinatesZero = CheckRule(
            "coordinates-zero", .error,
            "A location is 0, 0, in the Gulf of Guinea.",
            "Maps show the vehicle in the sea.",
            "Publish the true location; publish a vehicle only once its location is known.")
        package let coordinatesSwapped = CheckRule(
            "coordinates-swapped", .error,
            "Latitude and longitude seem to be swapped.",
            "Maps show the vehicle in another part of the world.",
            "Write the degrees north in lat, and the degrees east in lon.")
        package let coordinatesImprecise = CheckRule(
            "coordinates-imprecise", .warning,
            "Most coordinates have fewer than four decimals.",
            "A vehicle may be a hundred metres away.",
            "Write at least four, better six decimals.")
        package let countsInconsistent = CheckRule(
            "counts-inconsistent", .warning,
            "The counts by type do not add up to the count of all.",
            "Apps that show types disagree with those that show the sum.",
            "Compute both from the same data.")
        package let overCapacity = CheckRule(
            "over-capacity", .warning,
            "A station has more vehicles and docks than its capacity.",
            "Programs that compute free places get it wrong.",
            "Correct the capacity in station_information.json, or the counts.")
        package let polygonOpen = CheckRule(
            "polygon-open", .error,
            "A ring of a polygon does not end where it begins.",
            "Programs refuse the polygon, so its rules are lost.",
            "Repeat the first position at the end of each ring.")
        package let polygonCrossesItself = CheckRule(
            "polygon-crosses-itself", .warning,
            "A ring of a polygon crosses itself.",
            "Programs disagree on what is inside.",
            "Draw the polygon again, or split it where it crosses itself.")
        package let zoneInverted = CheckRule(
            "zone-inverted", .warning,
            "The ring of a zone that forbids rides is counterclockwise.",
            "By GBFS 2.1 to 2.3 rides are forbidden outside of it; most programs, and this one, read inside.",
            "Write the ring clockwise if rides are forbidden inside; else publish GBFS 3.0 with global_rules."
        )
        package let rangeOverMaximum = CheckRule(
            "range-over-maximum", .warning,
            "A vehicle goes farther than max_range_meters of its type.",
            "Its charge would be more than 100 %.",
            "Correct max_range_meters of the type, or the unit of current_range_meters: metres.")
        package let rangeConstant = CheckRule(
            "range-constant", .warning,
            "All vehicles of a type have the same range, whatever their charge.",
            "Riders choose vehicles that stop on the way.",
            "Compute current_range_meters from the charge of each vehicle.")
        package let stationInOneDocument = CheckRule(
            "station-in-one-document", .error,
            "A station is in only one of the two documents about stations.",
            "Programs cannot show it.",
            "Publish each station in station_information.json and station_status.json.")
    }
}
