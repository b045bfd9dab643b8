/// Request for the newest one-time code, or for the next one within a time limit.
package struct CodeRequest: ControlRequest {
    package typealias Answer = CodeAnswer
    package static let word = "code"
    package static let right = ControlRight.read
    /// Valid waiting times in seconds.
    package static let waitSeconds = 1...3600

    /// Seconds to wait for the next code; nil for the newest existing one.
    package var wait: Int?

    package init(wait: Int? = nil) {
        self.wait = wait
    }

    package static var blank: CodeRequest { CodeRequest() }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("wait", &wait, .whole(Self.waitSeconds))
    }
}
