import Control
import JSON

/// Health of a central database and its bridges.
struct CentralHealth: Sendable {
    private static let version = 1

    private let isThere: Bool
    private let bridges: [FollowedBridge]

    init(link: WallPicture.Link, _ bridges: [FollowedBridge]) {
        isThere = link == .here
        self.bridges = bridges
    }

    private var silent: Int { bridges.count(where: \.isTrouble) }

    var isWell: Bool { isThere && silent == 0 }

    /// JSON of the health, with or without names.
    func json(naming: Bool) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("version", Self.version)
            writer.member("status", isWell ? "ok" : "trouble")
            writer.member("centre", isThere ? "here" : "gone")
            writer.objects("bridges", bridges) { writer, bridge in
                if naming { writer.member("name", bridge.name) }
                writer.member("words", bridge.words)
                writer.member("trouble", bridge.isTrouble)
            }
            writer.array("troubles") { writer in
                if !isThere { writer.value("the central database does not answer") }
                if silent > 0 { writer.value("\(silent) of \(bridges.count) bridges are silent") }
            }
        }
    }
}
