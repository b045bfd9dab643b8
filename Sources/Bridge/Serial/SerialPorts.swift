import Control
import JSON
import Linux
import Notices
import Outlets

/// The serial ports of a bridge, as many as its configuration has.
@LoopActor
final class SerialPorts {
    private let outlets: ReplaceableOutlets<SerialTarget>
    /// Ports go by the machine's clock, also where phones are simulated.
    private let pace: Pace
    /// The ports that say samples.
    private var tested: Set<String> = []

    init(for bridge: Bridge, in foreground: ForegroundBridge) {
        let pace = Pace()
        let knowledge = SerialKnowledge(pace: pace)
        self.pace = pace
        foreground.add(knowledge)
        outlets = ReplaceableOutlets(in: foreground) { [weak foreground, weak bridge] target in
            target.outlet(
                on: pace, knowing: knowledge,
                tell: { [weak foreground] in foreground?.advise($0) },
                act: { [weak bridge] act, notice, done in
                    bridge?.perform(PersonAct(act), on: notice) { result in
                        if case .performed = result { done(true) } else { done(false) }
                    }
                })
        } handOver: { gone, successor in
            successor.succeed(gone)
        }
    }

    /// Says notices on these ports from now on, and on no others.
    func replace(_ targets: [SerialTarget]) {
        outlets.replace(targets)
    }

    /// Opens nothing more.
    func end() {
        outlets.end()
    }

    /// Says one notice of each category on a port.
    func test(_ name: String, _ exchange: ControlExchange) {
        let all = outlets.all
        guard let (target, outlet) = all.first(where: { $0.plan.name == name }) else {
            return exchange.refuse(
                ControlRefusal(.notFound, SerialTarget.absence(of: name, among: all.map(\.plan))))
        }
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
        let sample = NoticeSample.said(at: .now)
        pace.after(sample.length) { [weak self] in self?.tested.remove(name) }
        let waiting = outlet.status.queued
        sample.play(on: pace) { [weak outlet] in outlet?.show($0) }
        let news = SerialTestNews(target, length: sample.length, waiting: waiting)
        exchange.done { news.write(to: &$0) }
    }

    /// How each port is doing, as elements of an array.
    func writeStatus(to writer: inout JSONWriter) {
        for (target, outlet) in outlets.all {
            outlet.status.write(named: target.title, to: &writer) { writer in
                writer.member("port", target.name)
                writer.member("device", target.port.device)
                writer.member("ignored_input", outlet.ignoredInput)
            }
        }
    }
}
