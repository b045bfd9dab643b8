package import Linux

/// A method call that somebody made on an object of ours: answered once; dropped without an answer,
/// it answers with an error by itself.
@LoopActor
package final class BusRequest {
    package let sender: String
    package let path: ObjectPath
    package let interface: String
    package let member: String
    package let arguments: [BusValue]
    private var answer: (@LoopActor (BusAnswer) -> Void)?

    init(
        sender: String, path: ObjectPath, interface: String, member: String,
        arguments: [BusValue], answer: @escaping @LoopActor (BusAnswer) -> Void
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.answer = answer
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
        guard let answer else { return }
        self.answer = nil
        answer(content)
    }
}

/// What a request is answered with.
enum BusAnswer: Hashable, Sendable {
    case values([BusValue])
    case failure(name: String, message: String)
}

/// The names of the bus's own errors.
package enum BusErrorName {
    package static let failed = "org.freedesktop.DBus.Error.Failed"
    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    package static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
    package static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    package static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    package static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    package static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}
