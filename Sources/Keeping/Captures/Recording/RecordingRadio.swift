package import Linux
package import Radio

/// A radio that forwards to another radio and records its traffic.
@LoopActor
package final class RecordingRadio: Radio {
    private let radio: any Radio
    private let recorder: Recorder

    /// Wraps another radio.
    package init(_ radio: any Radio, recorder: Recorder) {
        self.radio = radio
        self.recorder = recorder
    }

    /// Starts the wrapped radio and attaches a recorder to each of its links.
    package func start(
        for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
    ) {
        radio.start(for: needs) { [recorder] event in
            guard case .connected(let link) = event else { return handler(event) }
            handler(.connected(RecordingLink(link, recorder: recorder)))
        }
    }

    /// Stops the wrapped radio, then ends the recording.
    package func stop() async {
        await radio.stop()
        recorder.close()
    }

    /// Forwards the call to the wrapped radio.
    package func renew() { radio.renew() }

    /// Returns the wrapped radio's text for the state.
    package func words(for state: RadioState) -> String? { radio.words(for: state) }
}

/// A link that forwards to another link and records its traffic.
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

    func ask(_ call: LinkCall) {
        note(.asks(call))
        link.ask(call)
    }

    func close(because reason: LetGo) {
        // After closing, the link may never report that it is gone.
        note(.unlinked)
        link.close(because: reason)
    }

    private func note(_ happening: Happening) {
        guard !hasEnded else { return }
        if happening == .unlinked { hasEnded = true }
        recorder.note(happening, of: phone)
    }
}
