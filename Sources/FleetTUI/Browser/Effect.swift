public import FleetCore
public import FleetService

/// Output of the browser for its caller to carry out; the result comes back as a `BrowserEvent`.
public enum Effect: Equatable, Sendable {
    /// Do something with the terminal.
    case terminal(Terminal)
    /// Dispose the subscription and resubscribe.
    case refresh
    /// Read stored data of the source.
    case read(Read)
    /// Save something.
    case write(Write)
    /// Read the pictures of a vehicle and the photos of its notes.
    case pictures(of: Vehicle, notes: [Note])
    /// Open a link in the web browser of the system.
    case open(link: String)
    /// Subscribe to the site feed, the second feed of the source.
    case subscribeToSites
    /// Dispose the site subscription and resubscribe.
    case refreshSites
    /// Read all sites.
    case sites(generation: Int)
    /// Read a site and its stored sensor history.
    case site(id: String)

    /// Effect on the terminal.
    public enum Terminal: Equatable, Sendable {
        /// Quit and restore the terminal.
        case quit
        /// Cancel the subscription, suspend the process, and resubscribe when it resumes.
        case suspend
        /// Redraw the whole screen, over the output of other programs.
        case redraw
        /// Copy a text to the terminal's clipboard.
        case copy(String)
    }

    /// Read of stored data.
    public enum Read: Equatable, Sendable {
        /// Run a query and locate the selected vehicle in the result; read the vehicles around it,
        /// or around index `near` if it is not there.
        case list(VehicleQuery, generation: Int, selectedID: String?, near: Int)
        /// Read a range of the list.
        case window(Range<Int>, generation: Int)
        /// Let all reads be those of a past time, or of the present.
        case moment(Timestamp?)
        /// Find a vehicle and its index in the list.
        case vehicle(id: String)
        /// Read the vehicles of the map.
        case points(Filter, generation: Int)
        /// Find the vehicle at a row of the store and open it.
        case vehicleAtRow(Int64)
        /// Read the vehicle at a row of the store, for the map's preview.
        case preview(row: Int64)
        /// Read the notes, and the numbers of those that contain the search text.
        case notes(search: String?, generation: Int)
        /// Read the text of a note.
        case noteText(number: Int64)
        /// Find the vehicle with a stable ID and open it.
        case vehicleByStableID(String)
        /// Compare the vehicles of a filter in the stored snapshot with the last one that was
        /// compared.
        case compare(revision: Int64, filter: Filter)
        /// Read the IDs of the vehicles of the list from one to another.
        case between(String, String)
        /// Read the paths that begin with a text.
        case paths(String)
        /// Check the photos of a note.
        case photos([String])
    }

    /// Change of stored data, or a new file.
    public enum Write: Equatable, Sendable {
        /// Save the color filter for the next run.
        case save(ColorFilter)
        /// Save the columns of the list for the next run; none for the usual ones.
        case saveColumns([BrowserColumn])
        /// Add or remove favorites, whichever applies to the stored state: the screen may be
        /// older. If not all of them are favorites, the others are added.
        case toggleFavorites(ids: [String])
        /// Write a note about each of some vehicles.
        case addNotes(NewNotes)
        /// Change the text of a note, unless it is no longer the one that was edited, and add
        /// photos.
        case editNote(number: Int64, text: String, before: String, photos: [String] = [])
        /// Remove a note.
        case removeNote(number: Int64)
        /// Write a vehicle's QR code to a file.
        case writeQR(id: String)
        /// Write vehicles to a file or a printer.
        case output(VehicleOutput)
        /// Undo the last change of favorites, or the last notes that were added.
        case undo

        /// Adds or removes one favorite.
        public static func toggleFavorite(id: String) -> Write { .toggleFavorites(ids: [id]) }

        /// Writes a note about one vehicle.
        public static func addNote(text: String, _ subject: NoteSubject) -> Write {
            .addNotes(NewNotes(text: text, about: [subject]))
        }
    }
}

/// Text and photos for a note about each of some vehicles.
public struct NewNotes: Equatable, Sendable {
    /// The text.
    public var text: String
    /// The vehicles.
    public var subjects: [NoteSubject]
    /// Whether the notes are tasks.
    public var isTask: Bool
    /// Paths of the photos.
    public var photos: [String]

    /// Creates notes.
    public init(
        text: String, about subjects: [NoteSubject], isTask: Bool = false, photos: [String] = []
    ) {
        (self.text, self.subjects, self.isTask) = (text, subjects, isTask)
        self.photos = photos
    }
}

/// Output of vehicles to a file or a printer.
public struct VehicleOutput: Equatable, Sendable {
    /// Form of the output.
    public enum Kind: Equatable, Sendable {
        /// Labels in a file or a folder.
        case labels(path: String)
        /// Labels on the printer with this name; on the only one if it is empty.
        case printed(printer: String)
        /// A list in a file, whose suffix is the format.
        case export(path: String)
    }

    /// The form.
    public var kind: Kind
    /// IDs of the vehicles.
    public var ids: [String]
    /// Whether an existing file is replaced.
    public var replaces: Bool

    /// Creates an output.
    public init(kind: Kind, ids: [String], replaces: Bool = false) {
        (self.kind, self.ids, self.replaces) = (kind, ids, replaces)
    }
}

/// Input of the browser.
public enum BrowserEvent: Sendable {
    /// A key press or a mouse action.
    case key(Key)
    /// The terminal was resized.
    case resized(CanvasSize)
    /// Time has passed.
    case tick(BrowserClock)
    /// The service reported its state.
    case state(StateUpdate)
    /// A list was loaded.
    case listed(ListResult)
    /// A range of the list was read, from index `start` on; `nil` for vehicles that are gone.
    case window(generation: Int, start: Int, [Vehicle?])
    /// A read failed; the next state requests it again.
    case readFailed
    /// Result of a lookup by vehicle ID.
    case found(id: String, FoundVehicle?)
    /// Result of a lookup by row of the store, for the map.
    case foundAtRow(FoundVehicle?)
    /// Vehicle at a row of the store, for the map's preview.
    case preview(row: Int64, Vehicle?)
    /// Some or all pictures of a vehicle were read; they replace earlier ones.
    case pictures(id: String, [SheetPicture])
    /// A favorite was added or removed.
    case favoritesChanged
    /// The notes were read; `nil` if the source cannot have notes.
    case notes(generation: Int, NoteList?)
    /// The text of a note was read; `nil` if the note no longer exists.
    case noteText(number: Int64, Note?)
    /// Result of a lookup by the stable ID of a note or a favorite.
    case foundByStableID(String, FoundVehicle?)
    /// A note was written or removed.
    case notesChanged
    /// A snapshot was compared with the previous one; `nil` if it already had been.
    case compared(EventUpdate?)
    /// The IDs of the vehicles of a range were read.
    case between([String])
    /// The paths that begin with a text were read.
    case paths(of: String, [String])
    /// The photos of the note that is being written were checked; `nil` without an error.
    case photosChecked([String], error: String?)
    /// The vehicles of the map were read.
    case points(generation: Int, [MapPoint], withoutPosition: Int)
    /// The zones that apply now have changed.
    case zones([Zone])
    /// All reads are those of a past time, or of the present; also after an attempt that failed.
    case moment(ShownMoment?)
    /// The service reported its state of the site feed.
    case sitesState(StateUpdate)
    /// The sites were read.
    case sites(generation: Int, SortedSites)
    /// Result of a site lookup, with its sensor history.
    case site(FoundSite?)
    /// Message about an action that succeeded or failed.
    case notice(String, isFailure: Bool)
}

/// Vehicle of the snapshot and its position in the list, or one that has left the feed.
public struct FoundVehicle: Sendable {
    /// Details of the vehicle.
    public var detail: VehicleDetail
    /// Row in the store; `nil` if it has left the feed.
    public var row: Int64?
    /// Index in the list; `nil` if it is not in the list.
    public var index: Int?
    /// Notes about it, oldest first.
    public var notes: [Note]

    /// Creates a result.
    public init(detail: VehicleDetail, row: Int64?, index: Int?, notes: [Note] = []) {
        (self.detail, self.row, self.index, self.notes) = (detail, row, index, notes)
    }
}
