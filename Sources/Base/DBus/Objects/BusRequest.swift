package import Linux

/// Identity of a call: caller, serial number and connection.
struct CallTicket: Sendable {
    let caller: String
    let serial: UInt32
    let wantsReply: Bool
    let round: Int
}

/// A received method call on an exported object.
///
/// A request is answered once; if it is released without an answer, it answers with an error.
@LoopActor
package final class BusRequest {
    /// Unique name of the caller.
    package let sender: String
    package let path: ObjectPath
    package let interface: String
    package let member: String
    /// The arguments, of the declared types.
    package let arguments: [BusValue]
    private let ticket: CallTicket
    /// Sends the answer; nil after the answer.
    private weak var shelf: ExportedObjects?

    init(
        sender: String, path: ObjectPath, interface: String, member: String,
        arguments: [BusValue], _ ticket: CallTicket, of shelf: ExportedObjects
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.ticket = ticket
        self.shelf = shelf
    }

    isolated deinit {
        give(.failure(name: BusErrorName.failed, message: "The request was left unanswered"))
    }

    /// Answers the call; only the first answer counts.
    package func reply(_ values: [BusValue] = []) {
        give(.values(values))
    }

    /// Answers with an error; only the first answer counts.
    package func fail(_ name: String, _ message: String) {
        give(.failure(name: name, message: message))
    }

    private func give(_ content: BusAnswer) {
        guard let shelf else { return }
        self.shelf = nil
        shelf.close(ticket, with: content)
    }
}

/// Answer to a request.
enum BusAnswer: Hashable, Sendable {
    case values([BusValue])
    case failure(name: String, message: String)
}

/// Standard D-Bus error names.
package enum BusErrorName {
    /// A general failure.
    package static let failed = "org.freedesktop.DBus.Error.Failed"
    /// Wrong types or values of arguments.
    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The caller has no permission.
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// The object does not support the request.
    package static let notSupported = "org.freedesktop.DBus.Error.NotSupported"
    /// A limit was exceeded.
    package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    package static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
    package static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    package static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    package static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    package static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The name has no owner, and the service cannot be started.
    package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}
