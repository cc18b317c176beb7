import ArgumentParser
import FleetCore

/// Options for facts about a feed that the feed itself does not state.
struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Color of a vehicle type, instead of the color in the feed.",
            valueName: "type_id=color"))
    var colorOf: [TypeColor] = []

    @Option(help: "Whether vehicle IDs are stable or rotate after trips.")
    var ids: IDsChoice?

    @Option(
        help: ArgumentHelp(
            "Field of the stable ID: vehicle_id, or a rental link and a pattern.",
            discussion:
                "The first group of the pattern is the ID: rental_uris.android:code=([A-Z0-9]+).",
            valueName: "field"))
    var labelField: LabelField?
}
