import ANCS
import Bridge
package import Configuration
package import Control
import Formats
import Linux
import Notices
package import Radio

extension BridgeStatus {
    /// Fills in the radio, the phones and event counters.
    ///
    /// - Parameters:
    ///   - kind: kind of radio.
    ///   - isTried: whether `--radio simulated` asks for simulated phones, as opposed to the configuration.
    ///   - shape: appearance to phones; ignored if they are simulated.
    package func tell(
        _ status: inout StatusAnswer, _ kind: RadioKind, isTried: Bool = false, shape: Shape? = nil
    ) {
        var radio = StatusRadio()
        radio.kind = kind.rawValue
        if kind == .simulated {
            radio.state = "simulated"
            radio.words =
                isTried
                ? "simulated" : "simulated, as the configuration says: no real phone is heard"
        } else {
            radio.state = self.radio?.rawValue ?? "starting"
            radio.words = radioWords ?? self.radio?.words ?? "begins"
            radio.shape = shape?.rawValue
        }
        radio.reason = radioReason
        radio.since = radioSince
        status.radio = radio
        status.phones = phones.map(StatusPhone.init)
        status.events = events
        status.lastNotice = lastNotice
    }
}

extension StatusPhone {
    fileprivate init(_ phone: PhoneStatus) {
        self.init()
        name = phone.name
        bond = phone.bond
        phoneID = PhoneID(ofBond: phone.bond).description
        state = phone.state.rawValue
        words = phone.state.words
        since = phone.since
        notices = phone.notices
        waiting = phone.unheard
        leftOut = phone.leftOut
        facts = [phone.battery.map { PhoneFact(name: "battery", value: $0) }].compactMap(\.self)
        (model, maker) = (phone.model, phone.maker)
        zone = phone.zone.map { LocalTime.zoneText(offsetMinutes: $0) }
        clockLead = phone.clockLead.map { Int(clamping: $0.milliseconds) }
        clockRead = phone.clockRead
        counters.sourceEvents = phone.counters.sourceEvents
        counters.malformed = phone.counters.malformedSourceEvents
        counters.answers = phone.counters.answers
        counters.foreignFragments = phone.counters.foreignFragments
        counters.retracted = phone.counters.retracted
        counters.timeouts = phone.counters.timeouts
        counters.refusals = phone.counters.refusals
        counters.renewals = phone.counters.renewals
    }
}

extension StatusClock {
    @LoopActor
    init(_ clock: ClockController) {
        self.init()
        words = clock.words
        set = clock.last?.at.wall
        moved = clock.last.map { Int(clamping: $0.by.milliseconds) }
        phoneID = clock.last?.phone.id?.description
        problem = clock.problem
    }
}

extension RuleBook {
    /// Effect of the rules so far.
    var status: StatusRules {
        var status = StatusRules(counters)
        status.shownBeacons = counters.shownBeacons
        status.leftOutBeacons = counters.leftOutBeacons
        status.hits = hits.map(RuleHits.init)
        return status
    }
}
