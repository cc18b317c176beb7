extension CheckRule {
    /// The rules of the specification, about one document and across documents.
    public struct StandardRules: Sendable {
        package let fieldMissing = CheckRule(
            "field-missing", .error, traits: [.canonical],
            "A field that must be there is missing.",
            "Programs skip an object without it, or guess.",
            "Add the field to each of these objects.")
        package let fieldReduced = CheckRule(
            "field-reduced", .warning,
            "A field of the standard is missing.",
            "Feeds reduced to what dashboards ask for leave it out; other readers need it.",
            "Add the field, unless the feed is meant to be reduced.")
        package let wrongType = CheckRule(
            "wrong-type", .error, traits: [.canonical, .aboutValues],
            "A value has another type than the specification says.",
            "Strict programs refuse the document, others lose the value.",
            "Write the value in the type of the specification; null has none of them.")
        package let valueNotAllowed = CheckRule(
            "value-not-allowed", .error, traits: [.canonical, .aboutValues],
            "A value is not in the list of the specification.",
            "Programs do not know what the value means.",
            "Use one of the listed values, in this spelling.")
        package let outOfRange = CheckRule(
            "out-of-range", .error, traits: [.canonical, .aboutValues],
            "A number is outside the range of the specification.",
            "The number cannot be right, so whatever is computed from it is wrong.",
            "Correct the number or its unit at its origin.")
        package let wrongFormat = CheckRule(
            "wrong-format", .error, traits: [.canonical, .aboutValues],
            "A text does not have the format of the specification.",
            "Programs cannot parse the text.",
            "Write the text in this format.")
        package let wrongLength = CheckRule(
            "wrong-length", .error, traits: [.canonical, .aboutValues],
            "A list or an object has too few or too many members.",
            "Programs rely on these numbers.",
            "Add or remove members.")
        package let fieldNotAllowed = CheckRule(
            "field-not-allowed", .error, traits: [.canonical],
            "An object has a field that the specification does not allow there.",
            "It is often a misspelled field, whose value is lost.",
            "Correct the name, or move the field to a place for extensions.")
        package let locationMissing = CheckRule(
            "location-missing", .error, traits: [.canonical],
            "A vehicle has neither lat and lon, nor a station_id without them.",
            "Nobody can find the vehicle.",
            "Add both lat and lon, or the station_id of the station where it is.")
        package let fieldMissingBeside = CheckRule(
            "field-missing-beside-other", .error, traits: [.canonical],
            "A field is missing that must accompany another one.",
            "The other field cannot be used alone.",
            "Add the missing field.")
        package let fieldsExclusive = CheckRule(
            "fields-exclude-each-other", .error, traits: [.canonical],
            "An object has two fields, and may have only one of them.",
            "Programs do not know which of them holds.",
            "Remove one of the two fields.")
        package let systemInformationNotListed = CheckRule(
            "system-information-not-listed", .error, traits: [.canonical],
            "The list of documents does not have system_information.",
            "Programs do not find the name and the time zone of the system.",
            "Publish system_information.json, and list it in gbfs.json.")
        package let maxRangeMissing = CheckRule(
            "max-range-missing", .error, traits: [.canonical],
            "A vehicle type with a motor has no max_range_meters.",
            "The charge of its vehicles cannot be computed.",
            "Add max_range_meters to each type with a motor.")
        package let documentMissing = CheckRule(
            "document-missing", .error, traits: [.canonical],
            "A document is missing that the system must have.",
            "Programs cannot use the documents that refer to it.",
            "Publish the document, and list it in gbfs.json.")
        package let vehicleTypeMissing = CheckRule(
            "vehicle-type-missing", .error, traits: [.canonical],
            "A vehicle has no vehicle_type_id, although the system has vehicle types.",
            "Nobody knows what kind of vehicle it is.",
            "Add the vehicle_type_id of a type in vehicle_types.json.")
        package let rangeMissing = CheckRule(
            "range-missing", .error, traits: [.canonical],
            "A vehicle with a motor has no current_range_meters.",
            "Riders cannot see how far it goes.",
            "Add current_range_meters to the vehicle.")
        package let typeCountsMissing = CheckRule(
            "type-counts-missing", .error, traits: [.canonical],
            "A station has no vehicle_types_available, although the system has vehicle types.",
            "Riders cannot see which vehicles are there.",
            "Add vehicle_types_available with a count for each type.")
        package let reserveTimeMissing = CheckRule(
            "reserve-time-missing", .error, traits: [.canonical],
            "A vehicle type has no default_reserve_time, although reserving has a price.",
            "Riders cannot see how long a reservation holds.",
            "Add default_reserve_time to the vehicle type.")
        package let storeLinkMissing = CheckRule(
            "store-link-missing", .error, traits: [.canonical],
            "Rental links open an app whose store link is missing.",
            "Riders without the app cannot get it.",
            "Add rental_apps with store_uri and discovery_uri for this platform to system_information.json."
        )
        package let idUnknown = CheckRule(
            "id-unknown", .error,
            "An ID does not exist in the document that it refers to.",
            "The reference leads nowhere, so the information is lost.",
            "Add the missing object, or correct the ID; both documents must come from the same data."
        )
        package let planUnknown = CheckRule(
            "plan-unknown", .error, traits: [.canonical],
            "A default_pricing_plan_id does not exist in system_pricing_plans.json.",
            "Riders cannot see the price.",
            "Add the plan to system_pricing_plans.json, or correct the ID.")
        package let typeUnknown = CheckRule(
            "type-unknown", .error, traits: [.canonical],
            "A vehicle_type_id of a station does not exist in vehicle_types.json.",
            "Nobody knows which vehicles are there.",
            "Add the type to vehicle_types.json, or correct the ID.")
    }
}
