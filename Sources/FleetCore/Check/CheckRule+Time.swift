extension CheckRule {
    /// The rules that compare several readings of a feed.
    public struct TimeRules: Sendable {
        package let feedFailing = CheckRule(
            "feed-failing", .error, traits: [.spoilsNumbers],
            "The feed cannot be read.",
            "Apps show old vehicles or none, and statistics have a gap.",
            "Look at the server of the feed and at its certificate; the cause is that of the last request."
        )
        package let lastUpdatedStuck = CheckRule(
            "last-updated-stuck", .error, traits: [.spoilsNumbers],
            "The feed responds, but last_updated does not change.",
            "Everyone sees vehicles at places that they have left.",
            "Restart what writes the feed, and watch it.")
        package let dataFrozen = CheckRule(
            "data-frozen", .error, traits: [.spoilsNumbers],
            "last_updated advances, but no vehicle has changed for a long time.",
            "The feed looks alive, and its data is that of an earlier day.",
            "Look at the connection between the fleet's system and the program that writes the feed."
        )
        package let ttlNotHonoured = CheckRule(
            "ttl-not-honoured", .warning,
            "The data changes much more rarely than the ttl promises.",
            "Readers ask in vain, and apps promise data that is newer than it is.",
            "Write a ttl that is the time between two updates, or update as often as it says.")
        package let idsAlwaysRotate = CheckRule(
            "ids-rotate-on-every-read", .error, traits: [.spoilsNumbers],
            "Nearly all vehicles have new IDs at each reading.",
            "Nobody can follow a vehicle while it is parked, so links and reservations fail.",
            "Change the ID of a vehicle after each trip, and only then.")
        package let idsNeverRotate = CheckRule(
            "ids-never-rotate", .warning,
            "Vehicles keep their IDs after trips.",
            "Trips of persons can be followed from one end to the other.",
            "Give a vehicle a new ID after each trip, as GBFS requires since 2.0.")
        package let vehiclesJump = CheckRule(
            "vehicles-jump", .error, traits: [.spoilsNumbers],
            "The number of vehicles changed suddenly.",
            "No fleet is moved so fast: a part of the data is missing, or twice in the feed.",
            "Compare the vehicles before and after; look for a part that is missing or doubled.")
        package let vehiclesEmpty = CheckRule(
            "vehicles-empty", .error, traits: [.spoilsNumbers],
            "The feed suddenly has no vehicles.",
            "Riders find nothing, and statistics count a day without supply.",
            "Look at the query that fills the feed. If the service is closed, disable the vehicles instead."
        )
        package let placeMissing = CheckRule(
            "place-missing", .error, traits: [.spoilsNumbers],
            "The vehicles of one place are missing while the others go on.",
            "A whole city looks as if the service had ended there.",
            "Look at the part of the feed of this place, such as its own list or key.")
        package let tripsCollapsed = CheckRule(
            "trips-collapsed", .error, traits: [.spoilsNumbers],
            "There are hardly any trips, although the vehicles are there.",
            "Vehicles stand still in the data, or nobody can rent them.",
            "Look whether locations and states are still written, and whether the app works.")
        package let typesChange = CheckRule(
            "types-change", .error,
            "Vehicles change their type.",
            "A scooter does not become a bicycle: types or IDs are mixed up.",
            "Keep the vehicle_type_id of a vehicle, and the IDs of the types.")
        package let tripWithoutEnd = CheckRule(
            "trip-without-end", .error,
            "Vehicles have been reserved or on a trip for very long without a move.",
            "They count as in use, and are lost or never came back.",
            "End these trips in the fleet's system, and look for the vehicles.")
        package let parked1Day = CheckRule(parked: "parked-1-day")
        package let parked3Days = CheckRule(parked: "parked-3-days")
        package let parked7Days = CheckRule(parked: "parked-7-days")
        package let parked14Days = CheckRule(
            "parked-14-days", .warning,
            "Many vehicles have not moved for two weeks.",
            "They are broken, lost, or no longer exist.",
            "Collect these vehicles, or remove them from the feed.")
        package let outsideZone = CheckRule(
            "outside-zone", .warning,
            "Vehicles are outside the zone that was set for the source.",
            "Nobody collects them, or their positions are wrong.",
            "Correct the positions, collect the vehicles, or correct the zone.")
        package let inSeveralSystems = CheckRule(
            "vehicle-in-several-systems", .error,
            "Vehicles are in the feeds of several systems.",
            "Sums over several systems count them twice.",
            "Publish each vehicle in the feed of the one system that rents it.")
        package let teleport = CheckRule(
            "teleport", .error,
            "Vehicles moved faster than any vehicle can.",
            "One of the positions is wrong, so vehicles are searched where they are not.",
            "Look for IDs that two vehicles share, and for positions of other vehicles.")
    }

    /// Creates the rule of vehicles that have been parked for some days.
    private init(parked name: String) {
        self.init(
            name, .warning,
            "Most vehicles have not moved for days.",
            "They are not found, not wanted, or their positions are no longer updated.",
            "Look whether locations are still written; move the vehicles to where they are wanted.")
    }
}
