/// How near a beacon is, as well as a signal can tell that.
package enum Zone: String, Hashable, Sendable, CaseIterable {
    /// Held to the host.
    case immediate
    /// In the same room.
    case near
    /// Somewhere around.
    case far
    /// Nobody can say.
    case unknown
}
