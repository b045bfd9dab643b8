/// Distance of a beacon, as far as the signal indicates it.
package enum Zone: String, Hashable, Sendable, CaseIterable {
    /// Held to the host.
    case immediate
    /// In the same room.
    case near
    case far
    case unknown
}
