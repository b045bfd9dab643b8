package import Settings

/// What every program reads of the section about the control socket.
package enum ControlKeys {
    /// Where the bridge listens.
    package static let socket = Key<String?>.optional(
        "socket", .file, example: "/run/callboard/control.sock",
        summary: "Where the bridge listens for other commands")

    /// The section as companions read it: the rest of its keys is the bridge's.
    package static let excerpt = Section(
        "control", summary: "Where the bridge listens", keys: [socket.entry], isExcerpt: true)
}
