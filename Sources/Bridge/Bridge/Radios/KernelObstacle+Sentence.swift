import Commands
package import KernelRadio
import Linux

extension StateOptions.Refusal {
    /// The reason why the kernel radio cannot start.
    package init(_ obstacle: KernelObstacle) {
        switch obstacle {
        case .noCapability:
            let program = ShellWord(CurrentProcess.program).quoted
            let service =
                InstalledUnits.among([ServiceUnit.kernel.name]).isEmpty
                ? ""
                : "\(ServiceUnit.kernel.enable) runs the service with it; for this program alone: "
            self.init(
                sentence: "the radio of the kernel needs the capability CAP_NET_ADMIN: \(service)"
                    + "sudo setcap cap_net_admin+ep \(program)",
                status: .noPermission)
        case .noBluetooth:
            self.init(
                sentence: "this kernel has no Bluetooth: sudo modprobe bluetooth says why",
                status: .unavailable)
        case .refused(let error):
            self.init(
                sentence: "the kernel's Bluetooth cannot be used: \(error)", status: .unavailable)
        }
    }
}
