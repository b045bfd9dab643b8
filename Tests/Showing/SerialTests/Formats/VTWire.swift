import EventSupport
import Formats
import Linux
import Notices

@testable import Serial

/// Terminals at a wire on which events are said.
enum VTWire {
    /// A terminal to which everything was sent as the wire takes it, and how many bytes that were.
    ///
    /// - Parameter pauses: the wire takes nothing until so many more events have happened.
    static func shown(
        _ events: [BridgeEvent], _ style: SerialStyle, pauses: Int = 1
    ) -> (terminal: VT100, bytes: Int) {
        var terminal = VT100(columns: style.width ?? 80, isUTF8: style.charset == .utf8)
        var speech = SerialSpeech(
            SerialFormatName.vt.make(style), SerialOptions(), lineEnd: [])
        var bytes = 0
        func drain() {
            let said = speech.drain()
            bytes += said.count
            terminal.show(said)
        }
        speech.begin(missed: 0, at: .zero, wall: Events.at)
        for (number, event) in events.enumerated() {
            speech.say(event, since: .zero)
            if number % pauses == 0 { drain() }
        }
        drain()
        return (terminal, bytes)
    }

    /// The same where every line that changes is sent anew.
    static func repainted(
        _ events: [BridgeEvent], _ style: SerialStyle
    ) -> (terminal: VT100, bytes: Int) {
        var terminal = VT100(columns: style.width ?? 80, isUTF8: style.charset == .utf8)
        var format = VTFormat(style)
        var said = format.begin(at: Events.at).flatMap(\.bytes)
        for event in events { said += format.packets(for: event).flatMap(\.bytes) }
        terminal.show(said)
        return (terminal, said.count)
    }
}
