import DBus
import Notices

/// Names of the Media Player Remote Interfacing Specification, version 2.2.
enum MPRIS {
    /// Interface of a player as a program, and what the bus names of all players begin with.
    static let root = "org.mpris.MediaPlayer2"
    /// Interface of the player itself.
    static let player = "org.mpris.MediaPlayer2.Player"
    /// Path of the object of every player.
    static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    /// Track of a player that has none.
    static let noTrack: ObjectPath = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    /// What the bus names of our players begin with.
    static let ours = "\(root).callboard."
    /// A program that repeats the player used last under its own name.
    static let repeater = "\(root).playerctld"

    /// Word of a phone in names and paths, which survives renames if the bond of the phone is known.
    static func word(of phone: PhoneName) -> String {
        "phone_\(phone.id ?? PhoneID(ofBond: phone.name))"
    }

    /// Bus name of the player of a phone.
    static func busName(of phone: PhoneName) -> String { ours + word(of: phone) }

    /// Path of a track, which no other track of this run has.
    static func path(of track: UInt64, on phone: PhoneName) -> ObjectPath {
        ObjectPath(rawValue: "/org/callboard/desktop/\(word(of: phone))/track\(track)")
    }

    /// Returns a text of the phone in a form that the bus accepts; nil if nothing remains.
    static func text(_ text: Text?) -> String? {
        let clean = text?.cleaned().cut(toScalars: DesktopLimits.text) ?? ""
        return clean.isEmpty ? nil : clean
    }

    /// Name of a phone as users see it.
    static func identity(of phone: PhoneName) -> String { text(Text(phone.name)) ?? "iPhone" }
}
