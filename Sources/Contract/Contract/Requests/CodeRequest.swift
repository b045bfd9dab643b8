/// The newest one-time code, or the next one that comes within some time.
package struct CodeRequest: ControlRequest {
    package typealias Answer = CodeAnswer
    package static let word = "code"
    package static let right = ControlRight.read
    /// How long the next code can be waited for.
    package static let waitSeconds = 1...3600

    /// For so many seconds the next one is waited for; nil for the newest that there is.
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
