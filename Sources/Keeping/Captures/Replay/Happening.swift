package import Radio

/// An event between a host and a phone, as in recordings and captures.
package enum Happening: Hashable, Sendable {
    case linked
    /// Request of the host.
    case asks(LinkCall)
    /// Answer or value from the phone; never `closed`.
    case tells(LinkEvent)
    case unlinked

    /// Creates the event from a link's report.
    package init(_ event: LinkEvent) {
        if case .closed = event { self = .unlinked } else { self = .tells(event) }
    }

    /// The affected service; nil if the event affects the whole link.
    var service: ServiceID? {
        switch self {
        case .linked, .unlinked: nil
        case .asks(let call): call.characteristic.service
        case .tells(let event): event.service
        }
    }

    /// The transferred value, if any.
    var value: [UInt8]? {
        get {
            switch self {
            case .asks(.write(let value, _)), .tells(.value(_, let value)),
                .tells(.read(_, .success(let value))):
                value
            default: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .asks(.write(_, let id)): self = .asks(.write(newValue, id))
            case .tells(.value(let id, _)): self = .tells(.value(id, newValue))
            case .tells(.read(let id, .success)): self = .tells(.read(id, .success(newValue)))
            default: break
            }
        }
    }
}
