package import Settings

/// What every program needs of the section about the control socket.
package enum ControlKeys {
    /// Where the bridge listens.
    package static let socket = Key<String?>.optional(
        "socket", .file, example: "/run/callboard/control.sock",
        summary: "Where the bridge listens for other commands")
}
