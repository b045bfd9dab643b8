package import Linux

/// What an answer has to fit: one call over one connection.
struct CallTicket: Sendable {
    let caller: String
    let serial: UInt32
    let wantsReply: Bool
    let round: Int
}

/// A method call that somebody made on an object of ours: answered once; dropped without an answer,
/// it answers with an error by itself.
@LoopActor
package final class BusRequest {
    /// The unique name of who asks.
    package let sender: String
    /// The object that is meant.
    package let path: ObjectPath
    /// The interface that is meant.
    package let interface: String
    /// The method that is meant.
    package let member: String
    /// What it is given, of the types that were declared.
    package let arguments: [BusValue]
    private let ticket: CallTicket
    /// Takes the answer; nil once it has one.
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

    /// Answers; only the first answer counts.
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

/// What a request is answered with.
enum BusAnswer: Hashable, Sendable {
    case values([BusValue])
    case failure(name: String, message: String)
}

/// The names of the bus's own errors.
package enum BusErrorName {
    /// It went wrong, for no reason with a name.
    package static let failed = "org.freedesktop.DBus.Error.Failed"
    /// The arguments are not what is expected.
    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// There is no room for it.
    package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The property cannot be set.
    package static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// The object has no such interface.
    package static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface has no such method.
    package static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    /// There is no such object.
    package static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    /// The interface has no such property.
    package static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    /// Nobody has the name, nor can be started.
    package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// Nobody has the name.
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}
