/// One output of the bridge, and what only its kind has to tell.
package struct StatusOutlet: ControlAnswer {
    package var name = ""
    /// `ok` or `failed`.
    package var state = ""
    /// Why nothing can be passed on.
    package var reason: String?
    /// Bytes that wait.
    package var queuedBytes = 0
    /// Events that were left out.
    package var lostEvents = 0
    /// How often it had to start again.
    package var restarts = 0

    /// The name of a serial port, the section of a display, the server of an LCD, and the lamp.
    package var port: String?
    package var display: String?
    package var server: String?
    package var led: String?
    /// The file of its device.
    package var device: String?
    /// What a lamp does.
    package var light: String?
    /// The size of a display, in characters or in pixels.
    package var columns: Int?
    package var rows: Int?
    package var width: Int?
    package var height: Int?
    /// How often a screen was drawn.
    package var redraws: Int?
    /// Commands that came in and were none.
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
