extension MapScreen {
    /// What is in view.
    var frame: MapFrame { MapFrame(points.all, in: viewport) }

    /// The point of the vehicle that is chosen, or by which the chosen cluster is known.
    var chosenPoint: Int? {
        switch choice {
        case .vehicle(let row), .cluster(let row, _): points.index(row: row)
        case .note, nil: nil
        }
    }

    /// What is chosen, if it is in view.
    func chosenThing(in frame: MapFrame) -> MapThing? {
        if case .note(let number) = choice { return noteThing(number, in: frame) }
        guard let point = chosenPoint, frame.cell(of: points.all[point]) != nil else { return nil }
        if case .vehicle = choice { return .vehicle(point) }
        return frame.cluster(of: points.all[point]).map(MapThing.cluster)
    }

    /// Chooses a thing; a cluster is known by the vehicle that is nearest to where its number is.
    mutating func choose(_ thing: MapThing, in frame: MapFrame) {
        switch thing {
        case .note(let number): choice = .note(number)
        case .vehicle(let point):
            choice = .vehicle(points.all[point].row)
        case .cluster(let cluster):
            let middle = frame.viewport.place(at: frame.spot(ofCluster: cluster))
            let nearest = frame.members(in: frame.clusters[cluster].cells).joined()
                .min {
                    distance(points.all[Int($0)], middle) < distance(points.all[Int($1)], middle)
                }
            choice = nearest.map { .cluster(points.all[Int($0)].row, opened: nil) }
        }
    }

    /// If the vehicle by which the chosen cluster was known is gone, chooses what is a cluster there
    /// now.
    mutating func replaceLostVehicle(at place: WorldPlace) {
        guard case .cluster = choice, chosenPoint == nil else { return }
        let frame = frame
        guard let cell = viewport.cell(of: place),
            let cluster = frame.cluster(column: cell.column, row: cell.row)
        else { return }
        choose(.cluster(cluster), in: frame)
    }

    /// Gives up a choice that is gone; of a cluster that fell apart, one vehicle stays chosen.
    mutating func settleChoice() {
        guard let choice else { return }
        if case .note(let number) = choice {
            if !shownNotes.contains(where: { $0.number == number }) { self.choice = nil }
            return
        }
        guard let point = chosenPoint else {
            // A vehicle that is still to come stays chosen.
            if case .vehicle = aim { return }
            return self.choice = nil
        }
        guard case .cluster(let row, _) = choice else { return }
        let frame = frame
        if frame.cell(of: points.all[point]) != nil, frame.cluster(of: points.all[point]) == nil {
            self.choice = .vehicle(row)
        }
    }

    /// Chooses the next thing in view, or the one before; the nearest to the middle if none is.
    mutating func step(forward: Bool) {
        let frame = frame
        let places = things(in: frame)
        guard !places.isEmpty else { return }
        let next: Int
        if let chosen = chosenThing(in: frame) {
            next = neighbor(of: chosen, in: places, frame, forward: forward)
        } else {
            next = nearest(to: viewport.middle, places, frame)
        }
        choose(places[next].thing, in: frame)
    }

    private func neighbor(
        of chosen: MapThing, in places: [MapFrame.Place], _ frame: MapFrame, forward: Bool
    ) -> Int {
        if let place = places.firstIndex(where: { $0.thing == chosen }) {
            return (place + (forward ? 1 : places.count - 1)) % places.count
        }
        // A vehicle that is chosen within a cluster has no place of its own.
        let cell = chosenPoint.flatMap { frame.cell(of: points.all[$0]) } ?? 0
        let after = places.firstIndex { $0.cell >= cell } ?? 0
        return forward ? after : (after + places.count - 1) % places.count
    }

    private func nearest(
        to middle: MapViewport.Spot, _ places: [MapFrame.Place], _ frame: MapFrame
    ) -> Int {
        let distances = places.map { distance(spot(of: $0.thing, in: frame), middle) }
        return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }

    /// Where a thing is in the view.
    func spot(of thing: MapThing, in frame: MapFrame) -> MapViewport.Spot {
        switch thing {
        case .vehicle(let point): frame.viewport.spot(of: points.all[point].place)
        case .cluster(let cluster): frame.spot(ofCluster: cluster)
        case .note(let number): noteSpot(number, in: frame)
        }
    }

    /// The square of a distance, in columns; a row is as high as two of them are wide.
    private func distance(_ spot: MapViewport.Spot, _ other: MapViewport.Spot) -> Double {
        let (across, down) = (spot.column - other.column, 2 * (spot.row - other.row))
        return across * across + down * down
    }

    private func distance(_ point: MapPoint, _ place: WorldPlace) -> Double {
        let (across, down) = (point.x - place.x, point.y - place.y)
        return across * across + down * down
    }
}
