public import FleetCore

/// Output of the browser for its caller to carry out; the result comes back as a `BrowserEvent`.
public enum Effect: Equatable, Sendable {
    /// Quit and restore the terminal.
    case quit
    /// Cancel the subscription, suspend the process, and resubscribe when it resumes.
    case suspend
    /// Redraw the whole screen, over the output of other programs.
    case redraw
    /// Dispose the subscription and resubscribe.
    case refresh
    /// Run a query and locate the selected vehicle in the result; read the vehicles around it, or
    /// around index `near` if it is not there.
    case list(VehicleQuery, generation: Int, selectedID: String?, near: Int)
    /// Read a range of the list.
    case read(Range<Int>, generation: Int)
    /// Find a vehicle and its index in the list.
    case find(id: String)
    /// Read the pictures of a vehicle and the photos of its notes.
    case pictures(of: Vehicle, notes: [Note])
    /// Read the vehicles of the map.
    case points(Filter, generation: Int)
    /// Find the vehicle at a row of the store and open it.
    case findAtRow(Int64)
    /// Read the vehicle at a row of the store, for the map's preview.
    case preview(row: Int64)
    /// Subscribe to the site feed, the second feed of the source.
    case subscribeToSites
    /// Dispose the site subscription and resubscribe.
    case refreshSites
    /// Read all sites.
    case sites(generation: Int)
    /// Read a site and its stored sensor history.
    case site(id: String)
    /// Save the color filter for the next run.
    case save(ColorFilter)
    /// Add or remove a favorite, whichever applies to the stored state: the screen may be older.
    case toggleFavorite(id: String)
    /// Read the notes, and the numbers of those that contain the search text.
    case notes(search: String?, generation: Int)
    /// Read the text of a note.
    case noteText(number: Int64)
    /// Find the vehicle with a stable ID and open it.
    case findByStableID(String)
    /// Write a note.
    case addNote(text: String, NoteSubject)
    /// Remove a note.
    case removeNote(number: Int64)
    /// Compare the stored snapshot with the last one that was compared.
    case compare(revision: Int64)
    /// Write a vehicle's QR code to a file.
    case writeQR(id: String)
    /// Copy a text to the terminal's clipboard.
    case copy(String)
}
