import Board
import JSON
import Notices

/// What the bridge is, for programs that read the topics.
package struct BridgeInfo {
    let options: HomeOptions
    let phones: [PhoneID]

    /// Which run of the program told something; nil where that cannot be read.
    package static func instance(in payload: [UInt8]) -> String? {
        (try? JSONValue(parsing: payload, depthLimit: 4))?.text("instance")
    }

    var message: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("v", HomeTopics.version)
        writer.member("version", options.version)
        writer.member("bridge", options.bridge)
        writer.member("instance", options.instance)
        writer.member("detail", options.detail.rawValue)
        writer.member("acts", options.takesActs)
        writer.member("show", options.takesTexts)
        writer.member("beacons", options.tellsBeacons)
        writer.key("phones")
        writer.beginArray()
        for phone in phones { writer.value(phone.description) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}
