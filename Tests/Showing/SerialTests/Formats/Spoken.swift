import ANCS
import EventSupport
import Formats
import Linux
import Notices

@testable import Serial

/// Everything a format says of events, in order.
func spoken(
    _ name: SerialFormatName, _ events: [BridgeEvent], _ style: SerialStyle = SerialStyle()
) -> [UInt8] {
    var format = name.make(style)
    return events.flatMap { format.packets(for: $0).flatMap(\.bytes) }
}

/// The same as text; bytes that are not ASCII do not survive this.
func spokenText(
    _ name: SerialFormatName, _ events: [BridgeEvent], _ style: SerialStyle = SerialStyle()
) -> String {
    String(decoding: spoken(name, events, style), as: UTF8.self)
}

/// Bytes on a wire, each with the name of its field.
func fields(_ fields: KeyValuePairs<String, String>) -> String {
    fields.map(\.value).joined()
}

extension SerialFormat {
    /// What the format answers to a text, with all replies joined.
    mutating func hear(_ text: String) -> SerialReply {
        receive(Array(text.utf8)[...], at: Events.at)
    }

    /// What it answers when the bytes come one by one.
    mutating func hearSplit(_ text: String) -> SerialReply {
        text.utf8.reduce(into: SerialReply()) { all, byte in
            let reply = receive([byte], at: Events.at)
            all.packets += reply.packets
            all.acts += reply.acts
            all.media += reply.media
            all.ignored += reply.ignored
        }
    }
}

/// A notice of another name than those of `Events`.
func otherNotice(
    _ number: UInt64, _ category: Category = Category(.social), title: String = "Zoe",
    call: Call? = nil
) -> Notice {
    Notice(
        id: NoticeID(rawValue: number), phone: "Anna's iPhone", category: category, flags: [],
        uid: .init(rawValue: UInt32(truncatingIfNeeded: number)),
        appID: Text("com.apple.MobileSMS"),
        appName: Text("Messages"), title: Text(title), message: Text("See you"),
        received: Events.start, call: call)
}

extension SerialSpeech {
    /// All that is left to be said, as if the wire took it at once.
    mutating func drain() -> [UInt8] {
        var said: [UInt8] = []
        while case .bytes(let bytes) = next(at: .zero, wall: Events.at) {
            said += bytes
            _ = wrote(bytes.count, at: .zero)
        }
        return said
    }
}

/// What a wire carries that took nothing until all this had happened.
func lateWire(
    _ name: SerialFormatName, _ events: [BridgeEvent], _ style: SerialStyle = SerialStyle()
) -> [UInt8] {
    var speech = SerialSpeech(name.make(style), SerialOptions(), lineEnd: name.lineEnd(style))
    for event in events { speech.say(event, since: .zero) }
    return speech.drain()
}
