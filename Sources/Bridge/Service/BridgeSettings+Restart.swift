import Configuration
import Control
import Linux
import Outlets

extension BridgeSettings {
    /// Returns the names of changed settings that a running bridge cannot apply.
    func whatNeedsRestart(to new: BridgeSettings) -> [String] {
        let differs = [
            ("radio", radio != new.radio),
            ("scenario", radio == .simulated && simulation.source != new.simulation.source),
            (
                "repeat-after",
                radio == .simulated && simulation.repeatAfter != new.simulation.repeatAfter
            ), ("adapter", adapter != new.adapter),
            ("shape", shape != new.shape), ("name", name != new.name),
            ("data-source", dataSource != new.dataSource),
            ("text-length", textLength != new.textLength),
            ("services", furtherServices != new.furtherServices),
            ("set-clock", setsClock != new.setsClock),
            ("socket", socket != new.socket),
            ("history enabled", history.isKept != new.history.isKept),
            ("history folder", history.folder != new.history.folder),
            ("durability", history.durability != new.history.durability),
            // Access rights apply at once, but the permissions of the socket file remain.
            ("read-group", rights.readGroup != new.rights.readGroup),
            ("act-group", rights.actGroup != new.rights.actGroup),
        ]
        return differs.filter(\.1).map(\.0)
    }
}
