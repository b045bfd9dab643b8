import Control
import JSON
import Linux
import Notices
import Outlets

/// The serial ports of a bridge, as many as its configuration has.
@LoopActor
final class SerialPorts {
    /// How long a port that is no longer wanted may take for what it still has.
    private nonisolated static let leavingLimit: Duration = .seconds(2)

    private struct Port {
        let target: SerialTarget
        let outlet: SerialOutlet
        /// Where its device was when it was wanted.
        let place: FilePlace
        /// Whether the device is still another outlet's.
        var isWaiting = true

        init(target: SerialTarget, outlet: SerialOutlet) {
            self.target = target
            self.outlet = outlet
            place = target.place
        }
    }

    private let bridge: Bridge
    private unowned let foreground: ForegroundBridge
    /// Ports go by the machine's clock, also where phones are simulated.
    private let pace = Pace()
    private var ports: [Port] = []
    /// Devices that outlets which are no longer wanted still hold.
    private var leaving: [FilePlace] = []
    private var isOver = false
    /// The ports that say samples.
    private var tested: Set<String> = []
    private let knowledge: SerialKnowledge

    init(for bridge: Bridge, in foreground: ForegroundBridge) {
        self.bridge = bridge
        self.foreground = foreground
        knowledge = SerialKnowledge(pace: pace)
        foreground.add(knowledge)
    }

    /// Says notices on these ports from now on, and on no others.
    func replace(_ targets: [SerialTarget]) {
        let old = ports
        ports = targets.map { target in
            old.first { $0.target == target }
                ?? Port(target: target, outlet: add(target))
        }
        let gone = old.filter { !targets.contains($0.target) }
        // All of them first: one that has nothing to say lets go at once.
        leaving += gone.map(\.place)
        for port in gone { letGo(of: port) }
        openWhatIsFree()
    }

    /// Opens nothing more.
    func end() {
        isOver = true
    }

    /// Says one notice of each category on a port.
    func test(_ name: String, _ exchange: ControlExchange) {
        guard let port = ports.first(where: { $0.target.name == name }) else {
            return exchange.refuse(
                ControlRefusal(
                    .notFound, SerialTarget.absence(of: name, among: ports.map(\.target))))
        }
        let outlet = port.outlet
        if let failure = outlet.status.failure {
            return exchange.refuse(
                ControlRefusal(.failed, "\(outlet.name) cannot be used: \(failure)"))
        }
        guard outlet.listens else {
            return exchange.refuse(
                ControlRefusal(
                    .failed, "\(outlet.name) is being opened; try again in a moment"))
        }
        guard tested.insert(name).inserted else {
            return exchange.refuse(
                ControlRefusal(.busy, "\(outlet.name) is being tested"))
        }
        pace.after(SerialSample.length) { [weak self] in self?.tested.remove(name) }
        let waiting = outlet.status.queued
        SerialSample(at: .now).play(on: pace) { [weak outlet] in outlet?.show($0) }
        exchange.done { SerialTestNews(port.target, waiting: waiting).write(to: &$0) }
    }

    /// How each port is doing, as elements of an array.
    func writeStatus(to writer: inout JSONWriter) {
        for port in ports {
            port.outlet.status.write(named: port.target.title, to: &writer) { writer in
                writer.member("port", port.target.name)
                writer.member("device", port.target.port.device)
                writer.member("ignored_input", port.outlet.ignoredInput)
            }
        }
    }

    private func add(_ target: SerialTarget) -> SerialOutlet {
        let outlet = target.outlet(
            on: pace, knowing: knowledge,
            tell: { [weak foreground] in foreground?.advise($0) },
            act: { [weak bridge] act, notice, done in
                bridge?.perform(PersonAct(act), on: notice) { result in
                    if case .performed = result { done(true) } else { done(false) }
                }
            })
        foreground.add(outlet)
        return outlet
    }

    /// Lets a port say what it still has; whoever wants the device next has it then.
    private func letGo(of port: Port) {
        foreground.remove(port.outlet, within: Self.leavingLimit) { [weak self] in
            guard let self else { return }
            let successor = ports.first { $0.target.name == port.target.name && $0.isWaiting }
            successor?.outlet.succeed(port.outlet)
            if let index = leaving.firstIndex(of: port.place) { leaving.remove(at: index) }
            openWhatIsFree()
        }
    }

    private func openWhatIsFree() {
        guard !isOver else { return }
        for index in ports.indices
        where ports[index].isWaiting && !leaving.contains(ports[index].place) {
            ports[index].isWaiting = false
            ports[index].outlet.open()
        }
    }
}

extension PersonAct {
    /// What somebody at a serial device wants done.
    fileprivate init(_ act: SerialAct) {
        self =
            switch act {
            case .answer: .answer
            case .decline: .decline
            case .clear: .clear
            }
    }
}
