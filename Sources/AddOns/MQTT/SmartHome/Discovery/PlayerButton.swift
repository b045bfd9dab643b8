import Notices

/// Button of Home Assistant for a command to a phone's media player.
struct PlayerButton {
    let command: MediaCommand
    let name: String
    let icon: String

    /// Key of the component.
    var key: String { "media_\(command.rawValue)" }

    static let all = [
        PlayerButton(command: .toggle, name: "Play or pause", icon: "mdi:play-pause"),
        PlayerButton(command: .next, name: "Next track", icon: "mdi:skip-next"),
        PlayerButton(command: .previous, name: "Previous track", icon: "mdi:skip-previous"),
        PlayerButton(command: .louder, name: "Louder", icon: "mdi:volume-plus"),
        PlayerButton(command: .softer, name: "Softer", icon: "mdi:volume-minus"),
    ]
}
