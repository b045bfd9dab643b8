import DBus
import Linux
import Radio

/// A connected phone in bluetoothd.
@LoopActor
final class BlueZPhoneLink: PhoneLink {
    private(set) var phone: PhoneIdentity
    let device: ObjectPath
    private let daemon: BlueZDaemon
    private let patience: LinkPatience
    private var handler: (@LoopActor (LinkEvent) -> Void)?
    /// New handler that opened the link; it is called from the loop, never from within `open`.
    private var newcomer: (@LoopActor (LinkEvent) -> Void)?
    private var services: [any LinkedService] = []
    /// Answers without the phone, reported from the loop: an owner in the middle of its own work
    /// must not be called back.
    private var answers: [LinkEvent] = []
    /// Whether the link has ended, although the phone may still be connected.
    private(set) var hasEnded = false
    private weak let radio: BlueZRadio?

    /// - Parameter radio: receives advice, and replaces the link if bluetoothd fails to disconnect
    ///   the phone.
    init(
        _ phone: PhoneIdentity, needs: [ServiceNeed], at device: ObjectPath, of daemon: BlueZDaemon,
        mode: DataSourceMode, patience: LinkPatience, for radio: BlueZRadio
    ) {
        self.phone = phone
        self.device = device
        self.daemon = daemon
        self.patience = patience
        self.radio = radio
        services = needs.map { need in
            let service = ServiceLink(need, of: daemon, mode: mode, patience: patience, for: self)
            return need.service == BatteryLink.service
                ? BatteryLink(service, for: self) : service
        }
    }

    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        newcomer = handler
        EventLoop.shared.after(.zero, for: self) { link in
            guard link.newcomer != nil, !link.hasEnded else { return }
            link.newcomer = nil
            link.handler = handler
            for service in link.services where service.isThere {
                link.tell(.appeared(service.need.service))
            }
        }
    }

    func ask(_ call: LinkCall) {
        guard let service = services.first(where: { $0.offers(call.characteristic) }) else {
            return answer(call.answer(.failure(.attributeNotFound)))
        }
        service.ask(call)
    }

    func close(because reason: LetGo) {
        guard !hasEnded else { return }
        end()
        // The phone reconnects by itself; that ends its silence.
        guard reason == .unresponsive else { return }
        LoopActor.begin { [self] in
            guard (try? await daemon.call(device, BlueZ.device, "Disconnect")) == nil else {
                return
            }
            await EventLoop.pause(patience.comeback)
            radio?.replaceLink(at: device)
        }
    }

    /// Handles the name of the phone in bluetoothd.
    func isNow(named name: String) {
        guard name != phone.name else { return }
        phone = PhoneIdentity(bond: phone.bond, name: name)
        tell(.named(name))
    }

    /// Handles the services of the phone in bluetoothd.
    ///
    /// - Parameter isResolved: whether bluetoothd knows all of them.
    func take(_ tree: ObjectTree, isResolved: Bool) {
        for service in services { service.take(tree, of: device, isResolved: isResolved) }
    }

    /// Handles a value received over the bus.
    func take(_ value: [UInt8], of path: ObjectPath) {
        for service in services { service.take(value, of: path) }
    }

    /// Ends the link after the connection is lost.
    func wasLost() {
        guard !hasEnded else { return }
        let handler = handler ?? newcomer
        end()
        handler?(.closed(.lost))
    }

    /// Waits until bluetoothd has returned every requested descriptor.
    ///
    /// If a client leaves earlier, bluetoothd 5.66 returns no more descriptors, even to the next
    /// client.
    func settle() async {
        for service in services { await service.settle() }
    }

    /// Reports the answer to a call that needs no request to the phone.
    func answer(_ event: LinkEvent) {
        answers.append(event)
        guard answers.count == 1 else { return }
        EventLoop.shared.after(.zero, for: self) { link in
            let answers = link.answers
            link.answers = []
            for event in answers { link.tell(event) }
        }
    }

    private func end() {
        hasEnded = true
        for service in services { service.end() }
        handler = nil
        newcomer = nil
    }

    /// Reports advice; nil clears it.
    func advise(_ advice: LinkAdvice?) { radio?.advise(advice, about: phone) }

    func tell(_ event: LinkEvent) {
        if !hasEnded { handler?(event) }
    }
}
