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

    /// Where Home Assistant was told of devices; nil where it was not, or that is no place for them.
    package static func discoveryPrefix(in payload: [UInt8]) -> String? {
        guard let value = try? JSONValue(parsing: payload, depthLimit: 4),
            let prefix = value.text("discovery"), (1...prefixLimit).contains(prefix.utf8.count),
            prefix.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "+" && $0 != "#" })
        else { return nil }
        return prefix
    }

    /// Bytes of it at most; whoever may publish there may have written anything.
    private static let prefixLimit = 128

    var message: [UInt8] {
        JSONWriter.object { writer in
            writer.member("v", HomeTopics.version)
            writer.member("version", options.version)
            writer.member("bridge", options.bridge)
            writer.member("instance", options.instance)
            writer.member("detail", options.detail.rawValue)
            writer.member("acts", options.takesActs)
            writer.member("show", options.takesTexts)
            writer.member("beacons", options.tellsBeacons)
            if let prefix = options.discoveryPrefix { writer.member("discovery", prefix) }
            writer.values("phones", phones.map(\.description))
        }
    }
}
