import Beacons
package import Linux
package import Notices
import Outlets
package import Radio

/// Controller of beacon scanning, resident presence and the host's own broadcasts.
@LoopActor
package final class BeaconMonitor: Outlet {
    /// Interval between RSSI reads of linked phones; the kernel measures at most once a second.
    static let signalInterval: Duration = .seconds(5)

    private let radio: (any AirRadio)?
    private let pace: Pace
    private weak let owner: (any BeaconMonitorOwner)?
    private let keeper: BeaconMemoryWriter
    /// Current settings of the configuration.
    package private(set) var settings = BeaconSettings()
    private var teller = BeaconReporter(BeaconSettings())
    private var watch = BeaconWatch()
    private var people = ResidentWatch()
    private var reminders = Reminders()
    private var lent: [Int: BeaconSettings.Broadcast] = [:]
    private var nextLoan = 1
    private let alarm: Alarm
    private let signalAlarm: Alarm
    private var counters = BeaconCounters()
    private var saidTrouble = false
    private let sleep: SleepWatch
    private lazy var turns = ListeningTurns(on: pace, for: self)

    /// - Parameters:
    ///   - radio: scans and broadcasts; nil if the bridge's radio cannot do either.
    ///   - folder: folder of the state file; nil to keep no state.
    ///   - sleep: source of suspend times, during which no beacon can be heard.
    package init(
        _ radio: (any AirRadio)?, rememberingIn folder: String?, isSimulated: Bool, pace: Pace,
        sleep: HostSleep = .host, for owner: any BeaconMonitorOwner
    ) {
        self.radio = radio
        self.pace = pace
        self.owner = owner
        keeper = BeaconMemoryWriter(
            folder.map { BeaconMemory.file(in: $0, isSimulated: isSimulated) }, pace: pace,
            for: owner)
        alarm = Alarm(on: pace)
        signalAlarm = Alarm(on: pace)
        self.sleep = SleepWatch(of: sleep)
    }

    private var clocks: TwoClocks { TwoClocks(wall: .now, now: pace.now) }

    /// Starts with these settings and the saved state.
    package func start(_ settings: BeaconSettings) {
        keeper.read()
        sleep.watch { [weak self] slept in self?.slept(slept) }
        apply(settings)
    }

    /// Applies new settings; the state of unchanged places is kept.
    package func apply(_ settings: BeaconSettings) {
        self.settings = settings
        let before = known
        teller = BeaconReporter(settings)
        watch.replace(settings.regions)
        people.replace(settings.people)
        let (memory, clocks) = (keeper.memory, clocks)
        watch.restore(memory.memories(of: settings.regions, by: clocks))
        people.restore(memory, by: clocks)
        let after = known
        for (place, news) in before.sorted(by: { $0.key < $1.key }) where after[place] == nil {
            reminders.end(place.name)
            tell(BeaconReporter.end(of: news.news), since: nil)
        }
        for (place, news) in after.sorted(by: { $0.key < $1.key }) where before[place] == nil {
            tell(news.news, since: news.since)
        }
        take(people.catchUp(at: pace.now))
        remindOfThings()
        sayTrouble()
        radio?.broadcast(messages)
        turns.follow(settings.listens ? settings.scan : .off)
        askSignals()
        settle()
    }

    /// The current news and its start time for each region, item and resident with a known state.
    private var known: [KnownPlace: (news: BeaconNews, since: Duration?)] {
        let clocks = clocks
        var known: [KnownPlace: (news: BeaconNews, since: Duration?)] = [:]
        for condition in watch.regions {
            for news in teller.kept(condition, by: clocks) {
                known[KnownPlace(news.subject)] = (news, condition.since)
            }
        }
        for person in people.people where person.presence.state != .unknown {
            let news = BeaconReporter.news(
                of: person.settings.name, person.phone, person.presence, by: clocks, isKept: true)
            known[KnownPlace(news.subject)] = (news, person.presence.since)
        }
        return known
    }

    /// Stops broadcasting and scanning, and saves the state.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        turns.stop()
        sleep.stop()
        alarm.cancel()
        signalAlarm.cancel()
        radio?.broadcast([])
        remember(atOnce: true)
        LoopActor.begin { [keeper] in
            await keeper.finish()
            done()
        }
    }

    /// Turns range events on or off.
    package func tellRange(_ isWanted: Bool) { watch.tellsRange = isWanted }

    /// Listens continuously for this time; returns false if the radio cannot listen.
    package func listen(for time: Duration) -> Bool {
        guard let radio else { return false }
        if case .never = radio.air.listening { return false }
        turns.lend(for: time)
        return true
    }

    /// Whether the radio can send beacons.
    package var canSend: Bool { radio != nil }

    /// Sends one more beacon; returns nil if the limit is reached or the radio cannot send.
    ///
    /// - Returns: the number that `endLoan` takes.
    package func lend(_ broadcast: BeaconSettings.Broadcast) -> Int? {
        guard canSend, settings.broadcasts.count + lent.count < BeaconSettings.broadcastLimit else {
            return nil
        }
        defer { nextLoan += 1 }
        lent[nextLoan] = broadcast
        radio?.broadcast(messages)
        return nextLoan
    }

    /// Stops sending a beacon that `lend` started.
    package func endLoan(_ number: Int) {
        guard lent.removeValue(forKey: number) != nil else { return }
        radio?.broadcast(messages)
    }

    // MARK: Events

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
        case .notice, .listed, .beacon: return
        }
        settle()
    }

    /// Records a suspend of the host, so that beacons unheard meanwhile do not count as left.
    private func slept(_ time: Duration) {
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

    private func take(_ news: [ResidentWatch.News]) {
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

    /// Saves times of last contact, and sets the alarm for the next deadline.
    private func settle() {
        remember(lastHeardOnly: true)
        let next = [watch.deadline, people.deadline, reminders.deadline].compactMap(\.self).min()
        alarm.set(at: next.map { max($0, pace.now) }, for: self) { $0.advance() }
    }

    private func advance() {
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
    private func remindOfThings() {
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
    private func askSignals() {
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

    private func sayTrouble() {
        guard !settings.isEmpty, !saidTrouble else { return }
        let isDeaf =
            if case .never = radio?.air.listening { settings.listens } else { false }
        guard radio == nil || isDeaf else { return }
        saidTrouble = true
        owner?.advise("beacons: \(words)")
    }

    private var messages: [AirBroadcast] {
        (settings.broadcasts + lent.sorted { $0.key < $1.key }.map(\.value)).compactMap {
            broadcast in
            broadcast.frame.iBeaconBytes.map {
                AirBroadcast(
                    name: broadcast.name, data: AirData(BeaconFrame.apple, $0),
                    interval: broadcast.interval)
            }
        }
    }

    // MARK: State and reports

    /// - Parameter since: start of the state that is reported; nil for a current event.
    private func tell(_ news: BeaconNews, since: Duration?) {
        let clocks = clocks
        owner?.tell(news, since.map(clocks.wall) ?? clocks.wall)
    }

    private func remember(atOnce: Bool = false, lastHeardOnly: Bool = false) {
        guard keeper.wants(lastHeardOnly: lastHeardOnly) else { return }
        let clocks = clocks
        var memory = BeaconMemory()
        memory.regions = BeaconMemory.entries(of: watch.memory, by: clocks)
        memory.people = people.entries(by: clocks)
        keeper.keep(memory, atOnce: atOnce)
    }

    /// Describes how the host listens.
    package var words: String {
        guard let radio else { return "this radio hears no beacons, and sends none" }
        let manner: String
        switch radio.air.listening {
        case .never(let reason): return "it does not listen: \(reason)"
        case .passive: manner = ""
        case .active: manner = ", scanning actively, as bluetoothd does"
        }
        guard settings.listens else {
            return turns.isOn ? "only while callboard beacons runs" + manner : "off"
        }
        switch settings.scan {
        case .off: return "off"
        case .continuous: return "all the time" + manner
        case .cycle(let listen, let period):
            return "\(listen) s of every \(period) s" + manner
        }
    }

    /// Counters until now.
    package var heard: BeaconCounters { counters.now(at: pace.now) }

    /// The current state of regions, residents, beacons and broadcasts.
    package var snapshot: BeaconSnapshot {
        // Works on a copy: the events of this advance must still be reported by the alarm.
        var watch = watch
        _ = watch.advance(to: pace.now)
        let conditions = radio?.air.broadcasts ?? []
        let sent = settings.broadcasts + lent.sorted { $0.key < $1.key }.map(\.value)
        return BeaconSnapshot(
            words: words,
            regions: watch.regions.map { condition in
                BeaconSnapshot.RegionRow(
                    condition: condition,
                    items: teller.items(of: condition.region.name).map(\.item.name))
            },
            people: people.people.map {
                BeaconSnapshot.ResidentRow(
                    name: $0.settings.name, phone: $0.phoneName, presence: $0.presence)
            }, air: watch.air,
            broadcasts: sent.enumerated().map { index, broadcast in
                BeaconSnapshot.BroadcastRow(
                    broadcast: broadcast,
                    condition: index < conditions.count ? conditions[index] : nil)
            }, clocks: clocks)
    }
}
