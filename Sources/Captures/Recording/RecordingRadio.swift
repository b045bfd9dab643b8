internal import ANCS
package import Linux
package import Radio

/// A radio that passes everything on to another one, and notes it.
@LoopActor
package final class RecordingRadio: Radio {
    private let radio: any Radio
    private let recorder: Recorder

    package init(_ radio: any Radio, recorder: Recorder) {
        self.radio = radio
        self.recorder = recorder
    }

    package func start(_ handler: @escaping @LoopActor (RadioEvent) -> Void) {
        radio.start { [recorder] event in
            guard case .connected(let link) = event else { return handler(event) }
            handler(.connected(RecordingLink(link, recorder: recorder)))
        }
    }

    package func stop(_ done: @escaping @LoopActor () -> Void) {
        radio.stop { [recorder] in
            recorder.close()
            done()
        }
    }

    package func words(for state: RadioState) -> String? { radio.words(for: state) }
}

/// A link that passes everything on, and notes it.
@LoopActor
private final class RecordingLink: PhoneLink {
    var phone: PhoneIdentity { link.phone }
    private let link: any PhoneLink
    private let recorder: Recorder
    private var hasEnded = false

    init(_ link: any PhoneLink, recorder: Recorder) {
        self.link = link
        self.recorder = recorder
    }

    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        note(.linked)
        link.open { [weak self] event in
            self?.note(Happening(event))
            handler(event)
        }
    }

    func subscribe(to characteristic: Characteristic) {
        note(.subscribe(characteristic))
        link.subscribe(to: characteristic)
    }

    func unsubscribe(from characteristic: Characteristic) {
        note(.unsubscribe(characteristic))
        link.unsubscribe(from: characteristic)
    }

    func write(_ request: [UInt8]) {
        note(.write(request))
        link.write(request)
    }

    func close(because reason: LetGo) {
        // Whoever lets go may not wait to hear that it is gone.
        note(.unlinked)
        link.close(because: reason)
    }

    private func note(_ happening: Happening) {
        guard !hasEnded else { return }
        if happening == .unlinked { hasEnded = true }
        recorder.note(happening, of: phone)
    }
}

extension Happening {
    /// What a link reports.
    init(_ event: LinkEvent) {
        switch event {
        case .available: self = .available
        case .unavailable: self = .unavailable
        case .subscribed(let characteristic): self = .subscribed(characteristic)
        case .unsubscribed(let characteristic): self = .unsubscribed(characteristic)
        case .refused(let characteristic, let error): self = .refused(characteristic, error)
        case .value(let characteristic, let value): self = .value(characteristic, value)
        case .written(let error): self = .written(error)
        case .named(let name): self = .named(name)
        case .closed: self = .unlinked
        }
    }
}
