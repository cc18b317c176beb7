extension Specification {
    /// `system_information.json`.
    static let systemInformation = DocumentSpecification(
        "system_information", .since(.v1_0), informationUntil2_3 + informationSince3_0,
        conditions: [
            .init("data", .needs("terms_url", "terms_last_updated"), .since(.v2_3)),
            .init("data", .needs("privacy_url", "privacy_last_updated"), .since(.v2_3)),
            .init("data", .notBoth("license_id", "license_url"), .since(.v3_0)),
        ])

    private static let informationUntil2_3: [SpecificationField] = [
        .init("data", .object, .required, .until(.v2_3)),
        .init("data/system_id", .string, .required),
        .init("data/language", .text(.twoLetters), .required, .only(.v1_0)),
        .init("data/language", .language, .required, .between(.v1_1, .v2_3)),
        .init("data/name", .string, .required, .until(.v2_3)),
        .init("data/short_name", .string, .optional, .until(.v2_3)),
        .init("data/operator", .string, .optional, .until(.v2_3)),
        .init("data/url", .string, .optional, .only(.v1_0)),
        .init("data/url", .link, .optional, .since(.v1_1)),
        .init("data/purchase_url", .string, .optional, .only(.v1_0)),
        .init("data/purchase_url", .link, .optional, .since(.v1_1)),
        .init("data/start_date", .date),
        .init("data/phone_number", .string, .optional, .until(.v2_3)),
        .init("data/phone_number", .text(.phoneNumber), .optional, .since(.v3_0)),
        .init("data/email", .string, .optional, .only(.v1_0)),
        .init("data/email", .text(.email), .optional, .since(.v1_1)),
        .init("data/timezone", .string, .required, .until(.v1_1)),
        .init("data/timezone", .one(in: timeZones), .required, .since(.v2_0)),
        .init("data/license_url", .string, .optional, .only(.v1_0)),
        .init("data/license_url", .link, .optional, .since(.v1_1)),
        .init("data/feed_contact_email", .text(.email), .optional, .between(.v1_1, .v2_3)),
        .init("data/feed_contact_email", .text(.email), .required, .since(.v3_0)),
        .init("data/rental_apps", .object, .optional, .since(.v1_1)),
        .init("data/rental_apps/android", .object, .optional, .since(.v1_1)),
        .init(
            "data/rental_apps/android/store_uri", .link, .required, .since(.v1_1),
            role: .androidStore),
        .init("data/rental_apps/android/discovery_uri", .link, .required, .since(.v1_1)),
        .init("data/rental_apps/ios", .object, .optional, .since(.v1_1)),
        .init("data/rental_apps/ios/store_uri", .link, .required, .since(.v1_1), role: .iosStore),
        .init("data/rental_apps/ios/discovery_uri", .link, .required, .since(.v1_1)),
        .init("data/brand_assets", .object, .optional, .since(.v2_3)),
        .init("data/brand_assets/brand_last_modified", .date, .required, .since(.v2_3)),
        .init("data/brand_assets/brand_terms_url", .link, .optional, .since(.v2_3)),
        .init("data/brand_assets/brand_image_url", .link, .required, .since(.v2_3)),
        .init("data/brand_assets/brand_image_url_dark", .link, .optional, .since(.v2_3)),
        .init("data/brand_assets/color", .text(.hexColor), .optional, .since(.v2_3)),
        .init("data/terms_url", .link, .optional, .only(.v2_3)),
        .init("data/terms_last_updated", .date, .optional, .since(.v2_3)),
        .init("data/privacy_url", .link, .optional, .only(.v2_3)),
        .init("data/privacy_last_updated", .date, .optional, .since(.v2_3)),
    ]

    private static let informationSince3_0: [SpecificationField] = [
        .init("data", .closed, .required, .since(.v3_0)),
        .init("data/languages", .array, .required, .since(.v3_0)),
        .init("data/languages/*", .language, .optional, .since(.v3_0)),
        .init("data/name", .localized, .required, .since(.v3_0)),
        .init("data/opening_hours", .string, .required, .since(.v3_0)),
        .init("data/short_name", .localized, .optional, .since(.v3_0)),
        .init("data/operator", .localized, .optional, .since(.v3_0)),
        .init("data/termination_date", .date, .optional, .since(.v3_0)),
        .init("data/manifest_url", .link, .optional, .since(.v3_0)),
        .init("data/license_id", .one(in: licenses), .optional, .since(.v3_0)),
        .init("data/attribution_organization_name", .localized, .optional, .since(.v3_0)),
        .init("data/attribution_url", .link, .optional, .since(.v3_0)),
        .init("data/terms_url", .localized(.uri), .optional, .since(.v3_0)),
        .init("data/privacy_url", .localized(.uri), .optional, .since(.v3_0)),
    ]

    /// `system_regions.json`.
    static let systemRegions = DocumentSpecification(
        "system_regions", .since(.v1_0),
        [
            .init("data/regions", .array, .required),
            .init("data/regions/*", .object),
            .init("data/regions/*/region_id", .string, .required, role: .defines(.regions)),
            .init("data/regions/*/name", .string, .required, .until(.v2_3)),
            .init("data/regions/*/name", .localized, .required, .since(.v3_0)),
        ])

    /// `system_hours.json`.
    static let systemHours = DocumentSpecification(
        "system_hours", .until(.v2_3),
        [
            .init("data/rental_hours", .array, .required),
            .init("data/rental_hours/*", .object),
            .init("data/rental_hours/*/user_type", .array, .optional, .only(.v1_0)),
            .init(
                "data/rental_hours/*/user_type/*", .one(of: "member", "nonmember"), .optional,
                .only(.v1_0)),
            .init("data/rental_hours/*/user_types", .any, .required, .only(.v1_0)),
            .init("data/rental_hours/*/user_types", .array(1, 2), .required, .since(.v1_1)),
            .init(
                "data/rental_hours/*/user_types/*", .one(of: "member", "nonmember"), .optional,
                .since(.v1_1)),
            .init("data/rental_hours/*/days", .array, .required, .only(.v1_0)),
            .init("data/rental_hours/*/days", .array(1, 7), .required, .since(.v1_1)),
            .init(
                "data/rental_hours/*/days/*",
                .one(of: "sun", "mon", "tue", "wed", "thu", "fri", "sat")),
            .init("data/rental_hours/*/start_time", .text(.digitsOfTime), .required, .only(.v1_0)),
            .init("data/rental_hours/*/start_time", .text(.timeOfDay), .required, .since(.v1_1)),
            .init("data/rental_hours/*/end_time", .text(.digitsOfTime), .required, .only(.v1_0)),
            .init("data/rental_hours/*/end_time", .text(.timeOfDay), .required, .since(.v1_1)),
        ])

    /// `system_calendar.json`.
    static let systemCalendar = DocumentSpecification(
        "system_calendar", .until(.v2_3),
        [
            .init("data/calendars", .array(1), .required, .only(.v1_0)),
            .init("data/calendars", .array, .required, .since(.v1_1)),
            .init("data/calendars/*", .object),
            .init("data/calendars/*/start_month", .integer(1, 12), .required),
            .init("data/calendars/*/start_day", .integer(1, 31), .required),
            .init("data/calendars/*/start_year", .integer),
            .init("data/calendars/*/end_month", .integer(1, 12), .required),
            .init("data/calendars/*/end_day", .integer(1, 31), .required),
            .init("data/calendars/*/end_year", .integer),
        ])

    /// `system_alerts.json`.
    static let systemAlerts = DocumentSpecification(
        "system_alerts", .since(.v1_0), alerts + .under("data/alerts/*/times/*", times))

    private static let alerts: [SpecificationField] = [
        .init("data/alerts", .array, .required),
        .init("data/alerts/*", .object),
        .init("data/alerts/*/alert_id", .string, .required, role: .defines(.alerts)),
        .init(
            "data/alerts/*/type",
            .one(of: "SYSTEM_CLOSURE", "STATION_CLOSURE", "STATION_MOVE", "OTHER"), .required,
            .until(.v2_0)),
        .init(
            "data/alerts/*/type",
            .one(of: "system_closure", "station_closure", "station_move", "other"), .required,
            .since(.v2_1)),
        .init("data/alerts/*/times", .array),
        .init("data/alerts/*/times/*", .object),
        .init("data/alerts/*/station_ids", .array),
        .init("data/alerts/*/station_ids/*", .string, role: .refers(.stations)),
        .init("data/alerts/*/region_ids", .array),
        .init("data/alerts/*/region_ids/*", .string, role: .refers(.regions)),
        .init("data/alerts/*/url", .string, .optional, .only(.v1_0)),
        .init("data/alerts/*/url", .link, .optional, .between(.v1_1, .v2_3)),
        .init("data/alerts/*/url", .localized(.uri), .optional, .since(.v3_0)),
        .init("data/alerts/*/summary", .string, .required, .until(.v2_3)),
        .init("data/alerts/*/summary", .localized, .required, .since(.v3_0)),
        .init("data/alerts/*/description", .string, .optional, .until(.v2_3)),
        .init("data/alerts/*/description", .localized, .optional, .since(.v3_0)),
        .init(
            "data/alerts/*/last_updated", .integer(0, 1_924_988_399), .optional, .only(.v1_0)),
        .init("data/alerts/*/last_updated", .fractionalTime, .optional, .between(.v1_1, .v2_3)),
        .init("data/alerts/*/last_updated", .dateTime, .optional, .since(.v3_0)),
    ]

    /// The start and the end of a time.
    static let times: [SpecificationField] = [
        .init("start", .amount, .optional, .only(.v1_0)),
        .init("start", .fractionalTime, .optional, .between(.v1_1, .v2_2)),
        .init("start", .time, .optional, .only(.v2_3)),
        .init("start", .dateTime, .optional, .since(.v3_0)),
        .init("end", .amount, .optional, .only(.v1_0)),
        .init("end", .fractionalTime, .optional, .between(.v1_1, .v2_2)),
        .init("end", .time, .optional, .only(.v2_3)),
        .init("end", .dateTime, .optional, .since(.v3_0)),
    ]
}
