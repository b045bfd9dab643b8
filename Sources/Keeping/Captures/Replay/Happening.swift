package import Radio

/// What passes between a host and a phone, as a recording keeps it and a capture shows it.
package enum Happening: Hashable, Sendable {
    /// The link is up.
    case linked
    /// The host asks something of the phone.
    case asks(LinkCall)
    /// The phone answers, or says something by itself; never that the link is gone.
    case tells(LinkEvent)
    /// The link is gone.
    case unlinked

    /// What a link reports.
    package init(_ event: LinkEvent) {
        if case .closed = event { self = .unlinked } else { self = .tells(event) }
    }

    /// The service that this is about; nil where it is about the whole link.
    var service: ServiceID? {
        switch self {
        case .linked, .unlinked: nil
        case .asks(let call): call.characteristic.service
        case .tells(let event): event.service
        }
    }

    /// The value that goes one way or the other, where one does.
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
