import ANCS
import Bridge
import Features
import LinkSupport
import Linux
import Radio
import SimulatedPhone
import Testing

/// A host that hears of every notification of a scenario's phones, and asks for each.
@LoopActor
final class TestHost {
    /// One link of a phone and what it reported.
    final class Visit {
        let link: any PhoneLink
        var events: [LinkEvent] = []

        init(_ link: any PhoneLink) {
            self.link = link
        }
    }

    private(set) var visits: [Visit] = []
    private(set) var hasFinished = false
    /// Called when a phone has come and its link is open.
    var onVisit: @LoopActor (TestHost) -> Void = { _ in }
    /// Called with what a link has reported, once the host has done what it does itself.
    var onEvent: @LoopActor (any PhoneLink, LinkEvent) -> Void = { _, _ in }
    private let radio: SimulatedRadio
    private let needs: [ServiceNeed]

    convenience init(_ name: String, mark: String = "", pause: Duration? = nil) throws {
        let scenario = try #require(Scenario.builtIn.first { $0.name == name }).scenario
        self.init(scenario, mark: mark, pause: pause)
    }

    init(
        _ scenario: Scenario, mark: String = "", pause: Duration? = nil,
        needs: [ServiceNeed] = [.notifications]
    ) {
        radio = SimulatedRadio(
            scenario: scenario, pace: .leaping(), seed: 1, mark: mark, pause: pause)
        self.needs = needs
    }

    func start() {
        radio.start(for: needs) { [weak self] event in
            switch event {
            case .connected(let link): self?.welcome(link)
            case .finished: self?.hasFinished = true
            case .forgotten, .state, .advice: break
            }
        }
    }

    func stop() {
        radio.stop {}
    }

    private func welcome(_ link: any PhoneLink) {
        let visit = Visit(link)
        visits.append(visit)
        link.open { [weak self, weak visit] event in
            guard let visit else { return }
            defer { self?.onEvent(visit.link, event) }
            visit.events.append(event)
            switch event {
            case .available:
                visit.link.subscribe(to: .dataSource)
                visit.link.subscribe(to: .notificationSource)
            case .value(.notificationSource, let value):
                guard let source = try? SourceEvent(parsing: value), source.event != .removed
                else { break }
                let request = Request.notificationAttributes(source.uid, maximumTextLength: 100)
                visit.link.write(request.bytes)
            default: break
            }
        }
        onVisit(self)
    }
}

extension TestHost.Visit {
    /// How many requests the phone took.
    var writtenCount: Int {
        events.count { $0 == .written(nil) }
    }

    /// The notifications that were announced.
    var announced: [SourceEvent] {
        events.compactMap { event in
            guard case .value(.notificationSource, let value) = event else { return nil }
            return try? SourceEvent(parsing: value)
        }
    }
}
