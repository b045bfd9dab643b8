package import Settings

/// Keys of the section about the control socket that every program needs.
package enum ControlKeys {
    /// Path at which the bridge listens.
    package static let socket = Key<String?>.optional(
        "socket", .file, example: "/run/callboard/control.sock",
        summary: "Where the bridge listens for other commands")
}
