import Beacons
package import Linux
import Notices
import Outlets
package import Radio

/// Controller of beacon scanning, resident presence and the host's own broadcasts.
@LoopActor
package final class BeaconMonitor: Outlet {
    /// Interval between RSSI reads of linked phones; the kernel measures at most once a second.
    static let signalInterval: Duration = .seconds(5)

    let radio: (any AirRadio)?
    let pace: Pace
    weak let owner: (any BeaconMonitorOwner)?
    private let keeper: BeaconMemoryWriter
    /// Current settings of the configuration.
    package private(set) var settings = BeaconSettings()
    var teller = BeaconReporter(BeaconSettings())
    var watch = BeaconWatch()
    var people = ResidentWatch()
    var reminders = Reminders()
    var lent: [Int: BeaconSettings.Broadcast] = [:]
    private var nextLoan = 1
    let alarm: Alarm
    let signalAlarm: Alarm
    var counters = BeaconCounters()
    var saidTrouble = false
    let sleep: SleepWatch
    lazy var turns = ListeningTurns(on: pace, for: self)

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

    var clocks: TwoClocks { TwoClocks(wall: .now, now: pace.now) }

    /// Starts with these settings and the saved state.
    package func start(_ settings: BeaconSettings) {
        keeper.read()
        sleep.watch { [weak self] slept in self?.slept(slept) }
        apply(settings)
    }

    /// Applies new settings; the state of unchanged regions and residents is kept.
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

    // MARK: State and reports

    /// - Parameter since: start of the state that is reported; nil for a current event.
    func tell(_ news: BeaconNews, since: Duration?) {
        let clocks = clocks
        owner?.tell(news, since.map(clocks.wall) ?? clocks.wall)
    }

    func remember(atOnce: Bool = false, lastHeardOnly: Bool = false) {
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
