internal import Linux

/// The calls that wait for an answer.
@LoopActor
final class PendingCalls {
    typealias Reply = @LoopActor (Result<[BusValue], BusError>) -> Void

    @LoopActor private struct Pending {
        let serial: UInt32?
        let reply: Reply
        let alarm = Alarm()
    }

    /// Longest timeout: above any useful value, and far below an overflow.
    private static let longestWait = Duration.seconds(365 * 86400)

    private let line: Line
    private var pending: [UInt64: Pending] = [:]
    private var numbers: [UInt32: UInt64] = [:]
    private var nextNumber: UInt64 = 0

    init(_ line: Line) {
        self.line = line
    }

    @discardableResult
    func call(_ call: BusCall, within limit: Duration, reply: @escaping Reply) -> BusCallID {
        nextNumber += 1
        let number = nextNumber
        do throws(BusError) {
            guard line.isUp else { throw .disconnected }
            guard numbers.count < BusLimits.pendingCalls else { throw .busy }
            let serial = try line.send(try Message.call(call, wantsReply: true))
            numbers[serial] = number
            let call = Pending(serial: serial, reply: reply)
            call.alarm.set(after: min(limit, Self.longestWait), for: self) {
                $0.finish(number, .failure(.timedOut))
            }
            pending[number] = call
        } catch {
            // The handler must not run before the caller knows the identifier.
            let call = Pending(serial: nil, reply: reply)
            call.alarm.set(after: .zero, for: self) { $0.finish(number, .failure(error)) }
            pending[number] = call
        }
        return BusCallID(number: number)
    }

    /// Calls a method without waiting for an answer.
    func tell(_ call: BusCall) {
        guard let message = try? Message.call(call, wantsReply: false) else { return }
        _ = try? line.send(message)
    }

    func withdraw(_ id: BusCallID) {
        _ = remove(id.number)
    }

    func take(_ message: borrowing Message) {
        guard let number = numbers[message.replySerial] else { return }
        finish(number, result(of: message))
    }

    /// Fails all pending calls as disconnected.
    func disconnect() {
        for number in pending.keys.sorted() { finish(number, .failure(.disconnected)) }
    }

    private func result(of message: borrowing Message) -> Result<[BusValue], BusError> {
        do throws(BusError) {
            let values = try message.arguments()
            guard message.kind == .failure else { return .success(values) }
            return .failure(
                .remote(name: message.errorName ?? "", message: values.first?.asString ?? ""))
        } catch {
            return .failure(error)
        }
    }

    private func finish(_ number: UInt64, _ result: Result<[BusValue], BusError>) {
        remove(number)?.reply(result)
    }

    private func remove(_ number: UInt64) -> Pending? {
        guard let call = pending.removeValue(forKey: number) else { return nil }
        if let serial = call.serial { numbers[serial] = nil }
        call.alarm.cancel()
        return call
    }
}
