/// Status of one output; optional members exist for its kind only.
package struct StatusOutlet: ControlAnswer {
    package var name = ""
    package var state = ""
    /// Reason of the failure.
    package var reason: String?
    /// Bytes queued.
    package var queuedBytes = 0
    /// Events dropped.
    package var lostEvents = 0
    /// Number of restarts.
    package var restarts = 0

    /// Name of the serial port, section of the display, server of the LCD, or name of the LED.
    package var port: String?
    package var display: String?
    package var server: String?
    package var led: String?
    /// Path of the device.
    package var device: String?
    /// State of an LED.
    package var light: String?
    /// Size of a display, in characters or pixels.
    package var columns: Int?
    package var rows: Int?
    package var width: Int?
    package var height: Int?
    /// Number of redraws of a screen.
    package var redraws: Int?
    /// Number of received commands that were invalid.
    package var ignoredInput: Int?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .text)
        try fields.required("state", &state, .text)
        try fields.optional("reason", &reason, .text)
        try fields.required("queued_bytes", &queuedBytes, .number)
        try fields.required("lost_events", &lostEvents, .number)
        try fields.required("restarts", &restarts, .number)
        try fields.optional("port", &port, .text)
        try fields.optional("display", &display, .text)
        try fields.optional("server", &server, .text)
        try fields.optional("led", &led, .text)
        try fields.optional("device", &device, .text)
        try fields.optional("light", &light, .text)
        try fields.optional("columns", &columns, .number)
        try fields.optional("rows", &rows, .number)
        try fields.optional("width", &width, .number)
        try fields.optional("height", &height, .number)
        try fields.optional("redraws", &redraws, .number)
        try fields.optional("ignored_input", &ignoredInput, .number)
    }
}
