public import FleetCore

/// Something that the browser wants to be done; what comes of it comes back as an event.
public enum Effect: Equatable, Sendable {
    /// End; the terminal is given back.
    case quit
    /// End the subscription, halt the process, and subscribe anew when it goes on.
    case halt
    /// Draw the screen anew, whatever other programs wrote on it.
    case redraw
    /// Dispose the subscription and make another.
    case refresh
    /// Make the list of a query, and say where the vehicle of a code is in it; `near` is where to
    /// read if there is none.
    case list(VehicleQuery, generation: Int, keeping: String?, near: Int)
    /// Read some vehicles of the list.
    case read(Range<Int>, generation: Int)
    /// Find a vehicle, and its place in the list.
    case find(id: String)
    /// Read the pictures of a vehicle, and the photos of the notes about it.
    case pictures(of: Vehicle, notes: [Note])
    /// Read what is on the map.
    case points(Filter, generation: Int)
    /// Find the vehicle at a row of the store, to open it.
    case choose(row: Int64)
    /// Find the vehicle at a row of the store, to tell what it is.
    case peek(row: Int64)
    /// Subscribe to the sites, a second feed of the source.
    case subscribeToSites
    /// Dispose that subscription and make another.
    case refreshSites
    /// Read all sites.
    case sites(generation: Int)
    /// Read what the store keeps of a site.
    case site(id: String)
    /// Keep the colors for the next time.
    case save(ColorFilter)
    /// Keep a vehicle as a favorite, or no longer if it is kept: what is shown may be older than that.
    case toggleFavorite(id: String)
    /// Read the notes, and which of them have a text in them.
    case notes(search: String?, generation: Int)
    /// Read the text of a note.
    case noteText(number: Int64)
    /// Find the vehicle of which something is kept by a code, to open it.
    case chooseCode(String)
    /// Write a note.
    case addNote(text: String, NoteSubject)
    /// Remove a note.
    case removeNote(number: Int64)
    /// Compare the stored snapshot with the one that was compared before.
    case compare(revision: Int64)
    /// Write a vehicle's QR code to a file.
    case writeQR(id: String)
    /// Put a text into the terminal's clipboard.
    case copy(String)
}
