extension Source {
    /// Returns how the trips of the source can be seen.
    public func tripEvidence(observed: IDRotation) -> TripEvidence {
        if isMDS { return .state }
        return rotation(observed: observed) == .yes ? .rotation : .absence
    }
}
