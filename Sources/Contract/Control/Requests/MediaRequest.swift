package import Notices

/// A command to the media player of a phone.
package struct MediaRequest: ControlRequest {
    package typealias Answer = MediaAnswer
    package static let word = "media"
    package static let right = ControlRight.act

    package var command: MediaCommand
    /// Name or identifier of the phone; nil for the one that plays.
    package var phone: String?

    package init(_ command: MediaCommand, phone: String? = nil) {
        self.command = command
        self.phone = phone
    }

    package static var blank: MediaRequest { MediaRequest(.toggle) }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("command", &command, .choice(of: "a command"))
        try fields.optional("phone", &phone, .name)
    }
}
