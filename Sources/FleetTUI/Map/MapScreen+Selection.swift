/// A selectable item on the map.
enum MapItem: Equatable, Sendable {
    /// A vehicle, by the index of its point in `MapPoints`.
    case vehicle(Int)
    /// A cluster, by its index in `MapFrame.clusters`.
    case cluster(Int)
    /// The notes of a marker, by the number of the newest.
    case note(Int64)
}

/// Location to show on the map.
enum MapTarget: Equatable, Sendable {
    /// A vehicle, by its store row.
    case vehicle(Int64)
    /// A note, by its number.
    case note(Int64)
    /// A site, by its ID.
    case site(String)
}

/// The user's selection, which stays valid across frames and new points.
enum MapSelection: Equatable, Sendable {
    /// A single vehicle, by its store row.
    case vehicle(Int64)
    /// The cluster that contains the vehicle with this store row, and the vehicle in it opened
    /// last.
    case cluster(Int64, opened: Int64?)
    /// A note, by its number.
    case note(Int64)
}

extension MapScreen {
    /// Frame of the current view.
    var frame: MapFrame { MapFrame(points.all, in: viewport) }

    /// The selected note, unless notes are hidden.
    var selectedNote: MapNote? {
        guard case .note(let number) = selection else { return nil }
        return notes.shown(number)
    }

    /// Index of the selected vehicle's point, or of the vehicle that identifies the selected
    /// cluster.
    var selectedPoint: Int? {
        switch selection {
        case .vehicle(let row), .cluster(let row, _): points.index(row: row)
        case .note, nil: nil
        }
    }

    /// Returns the selected item if it is in view.
    func selectedItem(in frame: MapFrame) -> MapItem? {
        if case .note(let number) = selection {
            return notes.marker(of: number, in: frame.viewport).map { .note($0.numbers[0]) }
        }
        guard let point = selectedPoint, frame.cell(of: points.all[point]) != nil else {
            return nil
        }
        if case .vehicle = selection { return .vehicle(point) }
        return frame.cluster(of: points.all[point]).map(MapItem.cluster)
    }

    /// Selects an item; a cluster is identified by the vehicle nearest to its label.
    mutating func select(_ item: MapItem, in frame: MapFrame) {
        switch item {
        case .note(let number): selection = .note(number)
        case .vehicle(let point):
            selection = .vehicle(points.all[point].row)
        case .cluster(let cluster):
            let middle = frame.viewport.location(at: frame.point(ofCluster: cluster))
            let nearest = frame.members(in: frame.clusters[cluster].cells).joined()
                .min {
                    distance(points.all[Int($0)], middle) < distance(points.all[Int($1)], middle)
                }
            selection = nearest.map { .cluster(points.all[Int($0)].row, opened: nil) }
        }
    }

    /// Selects the cluster now at a location if the vehicle that identified the selected one is
    /// gone.
    mutating func reselectCluster(at location: MercatorPoint) {
        guard case .cluster = selection, selectedPoint == nil else { return }
        let frame = frame
        guard let cell = viewport.cell(of: location),
            let cluster = frame.cluster(column: cell.column, row: cell.row)
        else { return }
        select(.cluster(cluster), in: frame)
    }

    /// Clears a selection that no longer exists; if a selected cluster dissolved, selects one of
    /// its vehicles.
    mutating func validateSelection() {
        guard let selection else { return }
        if case .note(let number) = selection {
            if notes.shown(number) == nil { self.selection = nil }
            return
        }
        guard let point = selectedPoint else {
            // A vehicle that has not loaded yet stays selected.
            if case .vehicle = focus { return }
            return self.selection = nil
        }
        guard case .cluster(let row, _) = selection else { return }
        let frame = frame
        if frame.cell(of: points.all[point]) != nil, frame.cluster(of: points.all[point]) == nil {
            self.selection = .vehicle(row)
        }
    }

    /// Selects the next or the previous item in view; without a selection, the one nearest to the
    /// middle.
    mutating func step(forward: Bool) {
        let frame = frame
        let placed = items(in: frame)
        guard !placed.isEmpty else { return }
        let next: Int
        if let selected = selectedItem(in: frame) {
            next = neighbor(of: selected, in: placed, frame, forward: forward)
        } else {
            next = nearest(to: viewport.middle, placed, frame)
        }
        select(placed[next].item, in: frame)
    }

    /// Returns all items in view, including notes, from top to bottom and from left to right; a
    /// note comes after the item that it covers.
    private func items(in frame: MapFrame) -> [MapFrame.PlacedItem] {
        var notes = notes.markers(in: frame.viewport).map {
            MapFrame.PlacedItem(
                cell: $0.row * frame.viewport.size.columns + $0.column, item: .note($0.numbers[0]))
        }[...]
        var placed: [MapFrame.PlacedItem] = []
        for item in frame.items(points.all) {
            while let note = notes.first, note.cell < item.cell {
                placed.append(note)
                notes.removeFirst()
            }
            placed.append(item)
        }
        return placed + notes
    }

    private func neighbor(
        of selected: MapItem, in placed: [MapFrame.PlacedItem], _ frame: MapFrame, forward: Bool
    ) -> Int {
        if let index = placed.firstIndex(where: { $0.item == selected }) {
            return (index + (forward ? 1 : placed.count - 1)) % placed.count
        }
        // A selected vehicle inside a cluster is not in the list.
        let cell = selectedPoint.flatMap { frame.cell(of: points.all[$0]) } ?? 0
        let after = placed.firstIndex { $0.cell >= cell } ?? 0
        return forward ? after : (after + placed.count - 1) % placed.count
    }

    private func nearest(
        to middle: MapViewport.Point, _ placed: [MapFrame.PlacedItem], _ frame: MapFrame
    ) -> Int {
        let distances = placed.map { distance(point(of: $0.item, in: frame), middle) }
        return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }

    /// Returns the position of an item in the view.
    private func point(of item: MapItem, in frame: MapFrame) -> MapViewport.Point {
        switch item {
        case .vehicle(let point): frame.viewport.point(of: points.all[point].location)
        case .cluster(let cluster): frame.point(ofCluster: cluster)
        case .note(let number):
            notes[number].map { frame.viewport.point(of: $0.location) } ?? frame.viewport.middle
        }
    }

    /// Returns the squared distance in columns; a row is as high as two columns are wide.
    private func distance(_ point: MapViewport.Point, _ other: MapViewport.Point) -> Double {
        let (across, down) = (point.column - other.column, 2 * (point.row - other.row))
        return across * across + down * down
    }

    private func distance(_ point: MapPoint, _ location: MercatorPoint) -> Double {
        let (across, down) = (point.x - location.x, point.y - location.y)
        return across * across + down * down
    }
}
