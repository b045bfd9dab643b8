package import Linux

/// Reason why a command failed.
package enum ManagementFailure: Error, Hashable, Sendable {
    case status(ManagementStatus)
    /// The channel is closed, or was never open.
    case lost
    /// The kernel did not answer in time.
    case noAnswer
    /// The kernel's answer cannot be parsed.
    case malformed
}

extension ManagementFailure: CustomStringConvertible {
    /// Text for messages.
    package var description: String {
        switch self {
        case .status(let status): status.description
        case .lost: "the kernel's management channel is closed"
        case .noAnswer: "the kernel does not answer"
        case .malformed: "the kernel's answer cannot be read"
        }
    }
}

/// Channel to the kernel's management of Bluetooth adapters.
@LoopActor
package protocol ManagementChannel: AnyObject {
    /// Opens the channel, and reports the kernel's events.
    ///
    /// Throws `noSuchSocketFamily` if the kernel has no Bluetooth, and `notPermitted` if this
    /// process lacks `CAP_NET_ADMIN`. After `lost` it may be opened again.
    func open(
        _ take: @escaping @LoopActor (ControllerIndex, ManagementEvent) -> Void,
        lost: @escaping @LoopActor (Errno) -> Void
    ) throws(Errno)

    /// Sends a command, and reports its result once: the returned bytes after the status, or the
    /// failure. The report may be made from within the call.
    func send(
        _ command: ManagementCommand, to index: ControllerIndex,
        _ done: @escaping @LoopActor (Result<[UInt8], ManagementFailure>) -> Void)

    /// Closes the channel: waiting commands are reported as lost, and nothing is reported after
    /// that.
    func close()
}

extension ManagementChannel {
    /// Sends a command and waits for its result, even in a cancelled task.
    package func answer(
        to command: ManagementCommand, of index: ControllerIndex
    ) async -> Result<[UInt8], ManagementFailure> {
        await called { send(command, to: index, $0) }
    }
}

extension Result<[UInt8], ManagementFailure> {
    /// Parses the bytes that a command returned.
    package func parsed<Value>(
        _ parse: ([UInt8]) throws(ManagementFormatError) -> Value
    ) -> Result<Value, ManagementFailure> {
        flatMap { bytes in
            do throws(ManagementFormatError) {
                return .success(try parse(bytes))
            } catch {
                return .failure(.malformed)
            }
        }
    }
}
