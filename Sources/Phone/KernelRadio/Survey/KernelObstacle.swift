package import Linux

/// Permanent reason why a process cannot use the kernel's Bluetooth.
package enum KernelObstacle: Error, Hashable, Sendable {
    /// The process has no permission to manage adapters.
    case noCapability
    case noBluetooth
    /// The kernel refuses access, for this reason.
    case refused(Errno)

    /// Returns the obstacle for this process; nil if there is none.
    package static func find() -> KernelObstacle? {
        EventLoop.run { () async in
            let channel = ManagementSocket(pace: Pace())
            defer { channel.close() }
            return of(opening: channel)
        }
    }

    /// Opens a channel, and returns the obstacle if that fails.
    @LoopActor
    static func of(opening channel: any ManagementChannel) -> KernelObstacle? {
        do throws(Errno) {
            try channel.open({ _, _ in }, lost: { _ in })
            return nil
        } catch .notPermitted {
            return .noCapability
        } catch .noSuchSocketFamily {
            // A service manager hides the socket family from services that may not use it.
            return CurrentProcess.managesNetworks ? .noBluetooth : .noCapability
        } catch {
            return .refused(error)
        }
    }
}
