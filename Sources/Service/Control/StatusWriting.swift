import ANCS
import Bridge
package import Configuration
import Formats
package import JSON
import Linux
import Notices
package import Radio

extension BridgeStatus {
    /// Everything, as members of an object.
    ///
    /// - Parameters:
    ///   - kind: where phones come from.
    ///   - isTried: whether somebody who only tries a command asked for simulated phones, and knows.
    ///   - shape: what the host looks like to phones; of no meaning where they are simulated.
    package func write(
        to writer: inout JSONWriter, _ kind: RadioKind, isTried: Bool = false, shape: Shape? = nil
    ) {
        let isSimulated = kind == .simulated
        writer.key("radio")
        writer.beginObject()
        writer.member("kind", kind.rawValue)
        writer.member("state", isSimulated ? "simulated" : radio?.rawValue ?? "starting")
        let simulated =
            isTried ? "simulated" : "simulated, as the configuration says: no real phone is heard"
        writer.member("words", isSimulated ? simulated : radioWords ?? radio?.words ?? "begins")
        if let radioReason { writer.member("reason", radioReason) }
        if !isSimulated, let shape { writer.member("shape", shape.rawValue) }
        writer.member("since", radioSince.timestamp)
        writer.endObject()
        writer.key("phones")
        writer.beginArray()
        for phone in phones { phone.write(to: &writer) }
        writer.endArray()
        writer.member("events", events)
        if let lastNotice { writer.member("last_notice", lastNotice.timestamp) }
    }
}

extension PhoneStatus {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("bond", bond)
        writer.member("phone_id", PhoneID(ofBond: bond).description)
        writer.member("state", state.rawValue)
        writer.member("words", state.words)
        writer.member("since", since.timestamp)
        writer.member("notices", notices)
        writer.member("waiting", unheard)
        writer.member("left_out", leftOut)
        if !facts.isEmpty {
            writer.key("facts")
            writer.beginArray()
            for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
                writer.beginObject()
                writer.member("name", name)
                writer.member("value", value)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.key("counters")
        writer.beginObject()
        writer.member("source_events", counters.sourceEvents)
        writer.member("malformed", counters.malformedSourceEvents)
        writer.member("answers", counters.answers)
        writer.member("foreign_fragments", counters.foreignFragments)
        writer.member("retracted", counters.retracted)
        writer.member("timeouts", counters.timeouts)
        writer.member("refusals", counters.refusals)
        writer.member("renewals", counters.renewals)
        writer.endObject()
        writer.endObject()
    }
}

extension RuleBook {
    /// What rules have done so far, as a member of an object.
    func write(to writer: inout JSONWriter) {
        writer.key("rules")
        writer.beginObject()
        counters.writeMembers(to: &writer)
        writer.member("shown_beacons", counters.shownBeacons)
        writer.member("left_out_beacons", counters.leftOutBeacons)
        writer.key("hits")
        writer.beginArray()
        for (rule, count) in hits {
            writer.beginObject()
            writer.member("rule", rule)
            writer.member("count", count)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
