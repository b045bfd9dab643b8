import DBus
import Radio

/// Reason why bluetoothd refused a call about a phone.
enum Refusal: Equatable {
    /// The phone refused with this error.
    case phone(AttributeError)
    /// Another operation is in progress; the call can be repeated soon.
    case busy
    /// Another program has exclusive access; the phone received no request.
    case taken
    /// The phone, the object or bluetoothd is gone, or bluetoothd did not answer in time.
    case gone

    init(_ error: BusError) {
        guard case .remote(let name, let message) = error else {
            self = .gone
            return
        }
        switch name {
        case "org.bluez.Error.InProgress": self = .busy
        case "org.bluez.Error.NotAuthorized": self = .phone(.insufficientAuthorization)
        case "org.bluez.Error.NotPermitted":
            // One name for several errors, distinguished by the text.
            self =
                if message.contains("paired") {
                    .phone(.insufficientAuthentication)
                } else if message.contains("acquired") {
                    .taken
                } else {
                    .phone(.writeNotPermitted)
                }
        case "org.bluez.Error.NotConnected", "org.freedesktop.DBus.Error.NoReply",
            BusErrorName.unknownObject, BusErrorName.unknownMethod, BusErrorName.serviceUnknown,
            BusErrorName.nameHasNoOwner:
            self = .gone
        case "org.bluez.Error.Failed":
            if let code = Self.code(in: message) {
                self = .phone(AttributeError(rawValue: code))
            } else {
                self = message.contains("onnected") ? .gone : .phone(.unlikelyError)
            }
        default: self = .phone(.unlikelyError)
        }
    }

    /// Returns the number at the end of "Operation failed with ATT error: 0xa2".
    private static func code(in message: String) -> UInt8? {
        guard let word = message.split(separator: " ").last, word.hasPrefix("0x") else {
            return nil
        }
        return UInt8(word.dropFirst(2), radix: 16)
    }
}

extension BlueZDaemon {
    /// Calls a method of a characteristic, and returns its answer.
    func answer(
        of method: String, _ path: ObjectPath, _ arguments: [BusValue] = [],
        within limit: Duration
    ) async -> Result<[BusValue], BusError> {
        do throws(BusError) {
            return .success(
                try await call(path, BlueZ.characteristic, method, arguments, within: limit))
        } catch {
            return .failure(error)
        }
    }

    /// Calls a method of a characteristic, and waits for the result even in a cancelled task;
    /// returns nil on success.
    func refusal(
        of method: String, _ path: ObjectPath, _ arguments: [BusValue] = [],
        within limit: Duration
    ) async -> Refusal? {
        await answer(of: method, path, arguments, within: limit).error.map(Refusal.init)
    }
}
