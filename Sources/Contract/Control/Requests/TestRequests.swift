/// Request to send one sample notification of each category to a serial port.
package struct TestPortRequest: ControlRequest {
    package typealias Answer = TestAnswer
    package static let word = "test_port"
    package static let right = ControlRight.act

    package var port: String

    package init(port: String) {
        self.port = port
    }

    package static var blank: TestPortRequest { TestPortRequest(port: "") }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("port", &port, .name)
    }
}

/// Request to show a sample on the displays.
package struct TestDisplaysRequest: ControlRequest {
    package typealias Answer = TestAnswer
    package static let word = "test_displays"
    package static let right = ControlRight.act

    /// Name of the display; nil for all.
    package var display: String?

    package init(display: String? = nil) {
        self.display = display
    }

    package static var blank: TestDisplaysRequest { TestDisplaysRequest() }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("display", &display, .name)
    }
}

/// Request to show a sample on any output, named by its section.
package struct TestOutletRequest: ControlRequest {
    package typealias Answer = TestAnswer
    package static let word = "test_outlet"
    package static let right = ControlRight.act

    package var outlet: String

    package init(outlet: String) {
        self.outlet = outlet
    }

    package static var blank: TestOutletRequest { TestOutletRequest(outlet: "") }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("outlet", &outlet, .name)
    }
}
