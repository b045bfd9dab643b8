/// State of the media service on one link.
struct MediaLink: Sendable {
    /// Registered attributes, in the order of their registrations.
    var registered: [SimulatedPlayer.Attribute] = []
    /// Attribute whose whole value the host reads.
    var selected: SimulatedPlayer.Attribute?
    /// Whether playback information has been sent.
    var hasSentPlayback = false

    mutating func register(_ attributes: [SimulatedPlayer.Attribute]) {
        for attribute in attributes where !registered.contains(attribute) {
            registered.append(attribute)
        }
    }
}
