/// What a client can ask of the bridge: its word, what that needs, and its fields.
package protocol ControlRequest<Answer>: WireShape {
    /// What the bridge says where it was done.
    associatedtype Answer: ControlAnswer = NoAnswer
    /// What stands in `do`.
    static var word: String { get }
    /// What a client must be allowed to do to make this request.
    static var right: ControlRight { get }
}

/// A request that has no fields.
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
    /// Whether another request asks for the same.
    package func isSame(as other: any ControlRequest) -> Bool { (other as? Self) == self }
}
