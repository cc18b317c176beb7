extension CheckRule {
    /// The texts about the rule.
    public var text: Text {
        switch self {
        case .fieldMissing:
            Text(
                .error, "A field that must be there is missing.",
                "Programs skip an object without it, or guess.",
                "Add the field to each of these objects.")
        case .fieldReduced:
            Text(
                .warning, "A field of the standard is missing.",
                "Feeds reduced to what dashboards ask for leave it out; other readers need it.",
                "Add the field, unless the feed is meant to be reduced.")
        case .wrongType:
            Text(
                .error, "A value has another type than the specification says.",
                "Strict programs refuse the document, others lose the value.",
                "Write the value in the type of the specification; null has none of them.")
        case .valueNotAllowed:
            Text(
                .error, "A value is not in the list of the specification.",
                "Programs do not know what the value means.",
                "Use one of the listed values, in this spelling.")
        case .outOfRange:
            Text(
                .error, "A number is outside the range of the specification.",
                "The number cannot be right, so whatever is computed from it is wrong.",
                "Correct the number or its unit at its origin.")
        case .wrongFormat:
            Text(
                .error, "A text does not have the format of the specification.",
                "Programs cannot parse the text.", "Write the text in this format.")
        case .wrongLength:
            Text(
                .error, "A list or an object has too few or too many members.",
                "Programs rely on these numbers.",
                "Add or remove members.")
        case .fieldNotAllowed:
            Text(
                .error, "An object has a field that the specification does not allow there.",
                "It is often a misspelled field, whose value is lost.",
                "Correct the name, or move the field to a place for extensions.")
        case .locationMissing:
            Text(
                .error,
                "A vehicle has neither lat and lon, nor a station_id without them.",
                "Nobody can find the vehicle.",
                "Add both lat and lon, or the station_id of the station where it is.")
        case .fieldMissingBeside:
            Text(
                .error, "A field is missing that must accompany another one.",
                "The other field cannot be used alone.", "Add the missing field.")
        case .fieldsExclusive:
            Text(
                .error, "An object has two fields, and may have only one of them.",
                "Programs do not know which of them holds.", "Remove one of the two fields.")
        case .systemInformationNotListed:
            Text(
                .error, "The list of documents does not have system_information.",
                "Programs do not find the name and the time zone of the system.",
                "Publish system_information.json, and list it in gbfs.json.")
        case .maxRangeMissing:
            Text(
                .error, "A vehicle type with a motor has no max_range_meters.",
                "The charge of its vehicles cannot be computed.",
                "Add max_range_meters to each type with a motor.")
        case .documentMissing:
            Text(
                .error, "A document is missing that the system must have.",
                "Programs cannot use the documents that refer to it.",
                "Publish the document, and list it in gbfs.json.")
        case .vehicleTypeMissing:
            Text(
                .error, "A vehicle has no vehicle_type_id, although the system has vehicle types.",
                "Nobody knows what kind of vehicle it is.",
                "Add the vehicle_type_id of a type in vehicle_types.json.")
        case .rangeMissing:
            Text(
                .error, "A vehicle with a motor has no current_range_meters.",
                "Riders cannot see how far it goes.", "Add current_range_meters to the vehicle.")
        case .typeCountsMissing:
            Text(
                .error,
                "A station has no vehicle_types_available, although the system has vehicle types.",
                "Riders cannot see which vehicles are there.",
                "Add vehicle_types_available with a count for each type.")
        case .reserveTimeMissing:
            Text(
                .error,
                "A vehicle type has no default_reserve_time, although reserving has a price.",
                "Riders cannot see how long a reservation holds.",
                "Add default_reserve_time to the vehicle type.")
        case .storeLinkMissing:
            Text(
                .error, "Rental links open an app whose store link is missing.",
                "Riders without the app cannot get it.",
                "Add rental_apps with store_uri and discovery_uri for this platform to system_information.json."
            )
        case .idUnknown:
            Text(
                .error, "An ID does not exist in the document that it refers to.",
                "The reference leads nowhere, so the information is lost.",
                "Add the missing object, or correct the ID; both documents must come from the same data."
            )
        case .planUnknown:
            Text(
                .error, "A default_pricing_plan_id does not exist in system_pricing_plans.json.",
                "Riders cannot see the price.",
                "Add the plan to system_pricing_plans.json, or correct the ID.")
        case .typeUnknown:
            Text(
                .error,
                "A vehicle_type_id of a station does not exist in vehicle_types.json.",
                "Nobody knows which vehicles are there.",
                "Add the type to vehicle_types.json, or correct the ID.")
        case .documentUnreadable, .documentOfOtherVersion, .notHTTPS,
            .slowResponse, .noEntityTag,
            .lastUpdatedInFuture, .lastUpdatedOld, .ttlZero, .timeWithoutZone, .timeInFuture,
            .timeTooEarly, .timeInOtherUnit:
            textOfDocuments
        case .duplicateID, .vehicleTwice, .coordinatesZero, .coordinatesSwapped,
            .coordinatesImprecise,
            .countsInconsistent, .overCapacity, .polygonOpen, .polygonCrossesItself, .zoneInverted,
            .rangeOverMaximum, .rangeConstant, .stationInOneDocument:
            textOfData
        case .feedFailing, .lastUpdatedStuck, .dataFrozen, .ttlNotHonoured, .idsAlwaysRotate,
            .idsNeverRotate, .vehiclesJump, .vehiclesEmpty, .placeMissing, .tripsCollapsed,
            .typesChange, .tripWithoutEnd, .parked1Day, .parked3Days, .parked7Days, .parked14Days,
            .outsideZone, .inSeveralSystems, .teleport:
            textOverTime
        }
    }
}
