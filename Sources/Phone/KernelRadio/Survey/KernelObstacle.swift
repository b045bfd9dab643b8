package import Linux

/// Why a process cannot use the kernel's Bluetooth, whatever it waits for.
package enum KernelObstacle: Error, Hashable, Sendable {
    /// It may not manage adapters.
    case noCapability
    /// The kernel has no Bluetooth.
    case noBluetooth
    /// The kernel refuses, for this reason.
    case refused(Errno)

    /// What stands in the way of this process; nil where nothing does.
    package static func find() -> KernelObstacle? {
        EventLoop.run { () async in
            let channel = ManagementSocket(pace: Pace())
            defer { channel.close() }
            return of(opening: channel)
        }
    }

    /// Opens a channel, or says why that cannot be.
    @LoopActor
    static func of(opening channel: any ManagementChannel) -> KernelObstacle? {
        do throws(Errno) {
            try channel.open({ _, _ in }, lost: { _ in })
            return nil
        } catch .notPermitted {
            return .noCapability
        } catch .noSuchSocketFamily {
            // A service manager hides the family from those that are not to use it.
            return CurrentProcess.managesNetworks ? .noBluetooth : .noCapability
        } catch {
            return .refused(error)
        }
    }
}
