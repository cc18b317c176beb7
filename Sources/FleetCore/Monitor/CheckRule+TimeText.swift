extension CheckRule {
    /// The texts about a rule over time.
    var textOverTime: Text {
        switch self {
        case .feedFailing:
            Text(
                .error, "The feed cannot be read.",
                "Apps show old vehicles or none, and statistics have a gap.",
                "Look at the server of the feed and at its certificate; the cause is that of the last request."
            )
        case .lastUpdatedStuck:
            Text(
                .error, "The feed responds, but last_updated does not change.",
                "Everyone sees vehicles at places that they have left.",
                "Restart what writes the feed, and watch it.")
        case .dataFrozen:
            Text(
                .error, "last_updated advances, but no vehicle has changed for a long time.",
                "The feed looks alive, and its data is that of an earlier day.",
                "Look at the connection between the fleet's system and the program that writes the feed."
            )
        case .ttlNotHonoured:
            Text(
                .warning, "The data changes much more rarely than the ttl promises.",
                "Readers ask in vain, and apps promise data that is newer than it is.",
                "Write a ttl that is the time between two updates, or update as often as it says.")
        case .idsAlwaysRotate:
            Text(
                .error, "Nearly all vehicles have new IDs at each reading.",
                "Nobody can follow a vehicle while it is parked, so links and reservations fail.",
                "Change the ID of a vehicle after each trip, and only then.")
        case .idsNeverRotate:
            Text(
                .warning, "Vehicles keep their IDs after trips.",
                "Trips of persons can be followed from one end to the other.",
                "Give a vehicle a new ID after each trip, as GBFS requires since 2.0.")
        case .tripWithoutEnd:
            Text(
                .error, "Vehicles have been reserved or on a trip for very long without a move.",
                "They count as in use, and are lost or never came back.",
                "End these trips in the fleet's system, and look for the vehicles.")
        default: textOfCounts
        }
    }

    /// The texts about a rule about numbers and places of vehicles over time.
    private var textOfCounts: Text {
        switch self {
        case .vehiclesJump:
            Text(
                .error, "The number of vehicles changed suddenly.",
                "No fleet is moved so fast: a part of the data is missing, or twice in the feed.",
                "Compare the vehicles before and after; look for a part that is missing or doubled."
            )
        case .vehiclesEmpty:
            Text(
                .error, "The feed suddenly has no vehicles.",
                "Riders find nothing, and statistics count a day without supply.",
                "Look at the query that fills the feed. If the service is closed, disable the vehicles instead."
            )
        case .placeMissing:
            Text(
                .error, "The vehicles of one place are missing while the others go on.",
                "A whole city looks as if the service had ended there.",
                "Look at the part of the feed of this place, such as its own list or key.")
        case .tripsCollapsed:
            Text(
                .error, "There are hardly any trips, although the vehicles are there.",
                "Vehicles stand still in the data, or nobody can rent them.",
                "Look whether locations and states are still written, and whether the app works.")
        case .typesChange:
            Text(
                .error, "Vehicles change their type.",
                "A scooter does not become a bicycle: types or IDs are mixed up.",
                "Keep the vehicle_type_id of a vehicle, and the IDs of the types.")
        case .outsideZone:
            Text(
                .warning, "Vehicles are outside the zone that was set for the source.",
                "Nobody collects them, or their positions are wrong.",
                "Correct the positions, collect the vehicles, or correct the zone.")
        case .inSeveralSystems:
            Text(
                .error, "Vehicles are in the feeds of several systems.",
                "Sums over several systems count them twice.",
                "Publish each vehicle in the feed of the one system that rents it.")
        case .teleport:
            Text(
                .error, "Vehicles moved faster than any vehicle can.",
                "One of the positions is wrong, so vehicles are searched where they are not.",
                "Look for IDs that two vehicles share, and for positions of other vehicles.")
        case .parked1Day, .parked3Days, .parked7Days:
            Text(
                .warning, "Most vehicles have not moved for days.",
                "They are not found, not wanted, or their positions are no longer updated.",
                "Look whether locations are still written; move the vehicles to where they are wanted."
            )
        default:
            Text(
                .warning, "Many vehicles have not moved for two weeks.",
                "They are broken, lost, or no longer exist.",
                "Collect these vehicles, or remove them from the feed.")
        }
    }
}
