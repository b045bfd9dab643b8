package import Linux

/// Why a command came to nothing.
package enum ManagementFailure: Error, Hashable, Sendable {
    /// The kernel refused it.
    case status(ManagementStatus)
    /// The channel has ended, or was never open.
    case lost
    /// The kernel said nothing for too long.
    case noAnswer
    /// The kernel's answer cannot be read.
    case malformed
}

extension ManagementFailure: CustomStringConvertible {
    /// What went wrong, in the words of a message.
    package var description: String {
        switch self {
        case .status(let status): status.description
        case .lost: "the kernel's management channel is closed"
        case .noAnswer: "the kernel does not answer"
        case .malformed: "the kernel's answer cannot be read"
        }
    }
}

/// The way to the kernel's management of Bluetooth adapters.
@LoopActor
package protocol ManagementChannel: AnyObject {
    /// Opens it, and reports what the kernel tells unasked.
    ///
    /// Throws `noSuchSocketFamily` where the kernel has no Bluetooth, and `notPermitted` where this
    /// process lacks `CAP_NET_ADMIN`. After `lost` it may be opened again.
    func open(
        _ take: @escaping @LoopActor (ControllerIndex, ManagementEvent) -> Void,
        lost: @escaping @LoopActor (Errno) -> Void
    ) throws(Errno)

    /// Sends a command, and reports once what became of it: what the kernel returned beside the
    /// status, or why not. The report may come from within the call.
    func send(
        _ command: ManagementCommand, to index: ControllerIndex,
        _ done: @escaping @LoopActor (Result<[UInt8], ManagementFailure>) -> Void)

    /// Closes it: commands that wait are reported as lost, and nothing more is.
    func close()
}

extension ManagementChannel {
    /// Sends a command, and waits for what becomes of it, also in a task that is cancelled.
    package func answer(
        to command: ManagementCommand, of index: ControllerIndex
    ) async -> Result<[UInt8], ManagementFailure> {
        await called { send(command, to: index, $0) }
    }
}

extension Result<[UInt8], ManagementFailure> {
    /// Reads what a command returned.
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
