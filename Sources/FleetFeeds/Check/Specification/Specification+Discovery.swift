extension Specification {
    private static let feedsUntil2_0 = [
        "gbfs", "gbfs_versions", "system_information", "station_information", "station_status",
        "free_bike_status", "system_hours", "system_alerts", "system_calendar", "system_regions",
        "system_pricing_plans",
    ]
    private static let feedsSince2_1 = feedsUntil2_0 + ["vehicle_types", "geofencing_zones"]
    private static let feedsOf3_1 = feedsOf3_0 + ["vehicle_availability"]
    private static let feedsOf3_0 = [
        "gbfs", "gbfs_versions", "system_information", "vehicle_types", "station_information",
        "station_status", "vehicle_status", "system_alerts", "system_regions",
        "system_pricing_plans", "geofencing_zones",
    ]
    private static let versionsUntil3_0 = ["1.0", "1.1", "2.0", "2.1", "2.2", "2.3", "3.0"]
    private static let versionsOf3_1 = versionsUntil3_0 + ["3.1-RC3"]

    /// `gbfs.json`: the documents of a system, by language before 3.0.
    static let discovery = DocumentSpecification(
        "gbfs", .since(.v1_0),
        [
            .init("", .object, .required, .until(.v2_3)),
            .init("", .closed, .required, .since(.v3_0)),
            .init("data", languages, .required, .until(.v2_3)),
            .init("data/<language>", .object, .optional, .until(.v2_3)),
            .init("data/<language>/feeds", .array(1), .required, .until(.v2_3)),
            .init("data/<language>/feeds/*", .object, .optional, .until(.v2_3)),
            .init(
                "data/<language>/feeds/*/name", .string, .required, .only(.v1_0), role: .feedName),
            .init(
                "data/<language>/feeds/*/name", .one(in: feedsUntil2_0), .required,
                .between(.v1_1, .v2_0), role: .feedName),
            .init(
                "data/<language>/feeds/*/name",
                .one(in: feedsSince2_1), .required,
                .between(.v2_1, .v2_3), role: .feedName),
            .init("data/<language>/feeds/*/url", .string, .required, .only(.v1_0), role: .feedLink),
            .init(
                "data/<language>/feeds/*/url", .link, .required, .between(.v1_1, .v2_3),
                role: .feedLink),
            .init("data", .object, .required, .since(.v3_0)),
            .init("data/feeds", .array(1), .required, .since(.v3_0)),
            .init("data/feeds/*", .object, .optional, .since(.v3_0)),
            .init(
                "data/feeds/*/name", .one(in: feedsOf3_0), .required, .only(.v3_0), role: .feedName),
            .init(
                "data/feeds/*/name", .one(in: feedsOf3_1), .required,
                .only(.v3_1), role: .feedName),
            .init("data/feeds/*/url", .link, .required, .since(.v3_0), role: .feedLink),
        ],
        conditions: [
            .init("data/<language>/feeds", .listsSystemInformation, .until(.v2_3)),
            .init("data/<language>/feeds/*", .namesFeed, .until(.v2_3)),
            .init("data/feeds", .listsSystemInformation, .since(.v3_0)),
            .init("data/feeds/*", .namesFeed, .since(.v3_0)),
        ])

    /// The members of `data` before 3.0, whose keys are languages.
    private static let languages: ValueType = {
        var type = ValueType.closed
        type.minCount = 1
        return type
    }()

    /// `gbfs_versions.json`.
    static let versionsList = DocumentSpecification(
        "gbfs_versions", .since(.v1_1),
        [
            .init("data", .closed, .required),
            .init("data/versions", .array, .required),
            .init("data/versions/*", .object),
            .init(
                "data/versions/*/version", .one(in: versionsUntil3_0), .required, .until(.v3_0)),
            .init("data/versions/*/version", .one(in: versionsOf3_1), .required, .only(.v3_1)),
            .init("data/versions/*/url", .link, .required),
        ])

    /// `manifest.json`: the systems of a publisher.
    static let manifest = DocumentSpecification(
        "manifest", .since(.v3_0),
        [
            .init("data", .closed, .required),
            .init("data/datasets", .array, .required),
            .init("data/datasets/*", .object),
            .init("data/datasets/*/system_id", .string, .required),
            .init("data/datasets/*/versions", .array, .required),
            .init("data/datasets/*/versions/*", .object),
            .init(
                "data/datasets/*/versions/*/version", .one(in: versionsUntil3_0), .required,
                .only(.v3_0)),
            .init(
                "data/datasets/*/versions/*/version", .one(in: versionsOf3_1), .required,
                .only(.v3_1)),
            .init("data/datasets/*/versions/*/url", .link, .required),
            .init("data/datasets/*/area", .multiPolygon, .optional, .only(.v3_1)),
            .init("data/datasets/*/country_code", .text(.countryCode), .optional, .only(.v3_1)),
        ])
}
