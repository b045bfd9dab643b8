import Beacons
import Linux
package import Notices
import Outlets
import Radio

extension BeaconMonitor {
    /// Processes an event of the radio or a phone.
    package func show(_ event: BridgeEvent) {
        let now = pace.now
        switch event {
        case .radio(let condition, _, _): take(people.watch(condition == .listening, at: now))
        // Anyone may be at the other end of an insecure link.
        case .phone(.notSecure, _, _): return
        case .phone(let state, let phone, _):
            take(people.link(phone, isUp: state != .disconnected, at: now))
            askSignals()
        case .renamed(let phone, _, _): people.rename(phone)
        case .source(let event, _, _):
            if event.isNewCall { turns.rest() }
            return
        case .notice, .listed, .beacon, .battery, .media: return
        }
        settle()
    }

    /// Records a suspend of the host, so that beacons unheard meanwhile do not count as left.
    func slept(_ time: Duration) {
        let now = pace.now
        counters.sleeps(from: now - time, to: now)
        take(watch.sleep(from: now - time, to: now))
        take(people.sleep(from: now - time, to: now))
        settle()
    }

    func listen(_ isOn: Bool) {
        guard isOn else {
            radio?.stopListening()
            counters.listens(false, at: pace.now)
            take(watch.listen(false, at: pace.now))
            return settle()
        }
        radio?.startListening { [weak self] in self?.take($0) }
    }

    private func take(_ event: AirEvent) {
        let now = pace.now
        switch event {
        case .listening(let isListening):
            counters.listens(isListening, at: now)
            take(watch.listen(isListening, at: now))
        case .heard(let message):
            hear(message, at: now)
            return
        }
        settle()
    }

    private func hear(_ message: AirMessage, at now: Duration) {
        counters.messages += 1
        if let bond = message.bond { take(people.hear(bond, signal: message.signal, at: now)) }
        let frame = BeaconFrame(message)
        if let frame {
            counters.frames += 1
            take(watch.hear(frame, from: message.address, signal: message.signal, at: now))
        }
        // In a crowd most beacons are unknown and cannot change any state.
        guard message.bond != nil || frame.map({ watch.concerns($0.id) }) ?? false else { return }
        settle()
    }

    private func take(_ events: [RegionEvent]) {
        for event in events {
            let condition = event.condition
            for item in teller.items(of: condition.region.name) {
                switch event.change {
                case .left:
                    reminders.left(item.item.name, at: pace.now, remindingAfter: item.remind)
                case .back, .near: reminders.end(item.item.name)
                case .tap, .range, .moved: break
                }
            }
            let since = event.change == .moved ? condition.since : nil
            for news in teller.news(event, by: clocks) { tell(news, since: since) }
            switch event.change {
            case .near, .left, .back: remember()
            case .tap, .range, .moved: break
            }
        }
    }

    func take(_ news: [ResidentWatch.News]) {
        for happened in news {
            let person = happened.person
            let hasMoved = happened.news == .moved
            tell(
                BeaconReporter.news(
                    of: person.settings.name, person.phone, person.presence, by: clocks,
                    isKept: hasMoved), since: hasMoved ? person.presence.since : nil)
            if !hasMoved { remember() }
        }
    }

    /// Saves times of last contact if that is due, and sets the alarm for the next deadline.
    func settle() {
        remember(lastHeardOnly: true)
        let next = [watch.deadline, people.deadline, reminders.deadline].compactMap(\.self).min()
        alarm.set(at: next.map { max($0, pace.now) }, for: self) { $0.advance() }
    }

    func advance() {
        let now = pace.now
        take(watch.advance(to: now))
        take(people.advance(to: now))
        for name in reminders.due(at: now) {
            guard let item = settings.items.first(where: { $0.item.name == name }),
                let condition = watch.regions.first(where: { $0.region.name == item.region })
            else { continue }
            tell(teller.reminder(of: item, condition, by: clocks), since: nil)
        }
        settle()
    }

    /// Restores reminders that are still due for items that left before the start.
    func remindOfThings() {
        let now = pace.now
        for condition in watch.regions {
            for item in teller.items(of: condition.region.name) {
                guard condition.state == .left, let since = condition.since,
                    let pause = item.remind, since + pause > now
                else { continue }
                reminders.left(item.item.name, at: since, remindingAfter: pause)
            }
        }
    }

    /// Reads the RSSI of the residents' linked phones, repeatedly while there are any.
    func askSignals() {
        guard let radio, !people.linkedBonds.isEmpty else { return signalAlarm.cancel() }
        guard !signalAlarm.isSet else { return }
        signalAlarm.set(after: Self.signalInterval, for: self) { $0.askSignals() }
        for bond in people.linkedBonds {
            LoopActor.begin { [self] in
                guard let signal = await radio.signal(of: bond) else { return }
                take(people.hear(bond, signal: signal, at: pace.now))
                settle()
            }
        }
    }

    func sayTrouble() {
        guard !settings.isEmpty, !saidTrouble else { return }
        let isDeaf =
            if case .never = radio?.air.listening { settings.listens } else { false }
        guard radio == nil || isDeaf else { return }
        saidTrouble = true
        owner?.advise("beacons: \(words)")
    }

    var messages: [AirBroadcast] {
        (settings.broadcasts + lent.sorted { $0.key < $1.key }.map(\.value)).compactMap {
            broadcast in
            broadcast.frame.iBeaconBytes.map {
                AirBroadcast(
                    name: broadcast.name, data: AirData(BeaconFrame.apple, $0),
                    interval: broadcast.interval)
            }
        }
    }
}
