/// A request to the bridge, with its word, its required permission, and its fields.
package protocol ControlRequest<Answer>: WireShape {
    /// Answer to a successful request.
    associatedtype Answer: ControlAnswer = NoAnswer
    /// Value of `do`.
    static var word: String { get }
    /// Permission that the client needs.
    static var right: ControlRight { get }
}

/// A request without fields.
package protocol PlainRequest: ControlRequest {
    init()
}

extension PlainRequest {
    package static var blank: Self { Self() }
    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {}
}

extension ControlRequest {
    /// Returns whether another request is equal to this one.
    package func isSame(as other: any ControlRequest) -> Bool { (other as? Self) == self }
}
