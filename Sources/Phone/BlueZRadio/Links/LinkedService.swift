import DBus
import Linux
import Radio

/// A service of a connected phone, reached through bluetoothd.
@LoopActor
protocol LinkedService: AnyObject {
    var need: ServiceNeed { get }

    /// Whether the service was reported to the owner of the link.
    var isThere: Bool { get }

    /// Returns whether the phone offers the characteristic now.
    func offers(_ characteristic: CharacteristicID) -> Bool

    /// Sends a call to the phone.
    func ask(_ call: LinkCall)

    /// Handles the objects of bluetoothd.
    ///
    /// - Parameter isResolved: whether bluetoothd knows all services of the phone.
    func take(_ tree: ObjectTree, of device: ObjectPath, isResolved: Bool)

    /// Handles a value received over the bus.
    func take(_ value: [UInt8], of path: ObjectPath)

    /// Ends all subscriptions and calls.
    func end()

    /// Waits until bluetoothd has returned every requested descriptor.
    func settle() async
}

extension ServiceLink: LinkedService {
    func take(_ tree: ObjectTree, of device: ObjectPath, isResolved: Bool) {
        let found = isResolved ? FoundService(need, of: device, in: tree) : nil
        take(found, isResolved: isResolved)
    }

    /// Returns whether a call would send a confidential value to every user of the bus, as
    /// bluetoothd does with each value that was read.
    func wouldReveal(_ call: LinkCall) -> Bool {
        if case .read(let id) = call { texts[id]?.isPrivate == true } else { false }
    }

    func refuse(_ call: LinkCall) {
        link?.answer(call.answer(.failure(.readNotPermitted)))
    }
}
