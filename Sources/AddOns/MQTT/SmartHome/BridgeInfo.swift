import Board
import JSON
import Notices

/// Information about the bridge, for programs that read its topics.
package struct BridgeInfo {
    let options: HomeOptions
    let phones: [PhoneID]

    /// Instance ID of the run that published a message; nil if it cannot be read.
    package static func instance(in payload: [UInt8]) -> String? {
        (try? JSONValue(parsing: payload, depthLimit: 4))?.text("instance")
    }

    /// Prefix of the discovery topics in a message; nil without discovery, or if it is invalid.
    package static func discoveryPrefix(in payload: [UInt8]) -> String? {
        guard let value = try? JSONValue(parsing: payload, depthLimit: 4),
            let prefix = value.text("discovery"), (1...prefixLimit).contains(prefix.utf8.count),
            prefix.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "+" && $0 != "#" })
        else { return nil }
        return prefix
    }

    /// Maximum bytes of the prefix; other clients may publish anything.
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
