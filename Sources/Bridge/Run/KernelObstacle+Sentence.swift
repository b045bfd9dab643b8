import KernelRadio
import Linux

extension StateOptions.Refusal {
    /// Why the radio of the kernel cannot begin.
    init(_ obstacle: KernelObstacle) {
        switch obstacle {
        case .noCapability:
            let program = ShellWord(CurrentProcess.program).quoted
            self.init(
                sentence: "the radio of the kernel wants the capability CAP_NET_ADMIN: sudo "
                    + "systemctl enable --now callboard-kernel runs the service with it; for this "
                    + "program alone: sudo setcap cap_net_admin+ep \(program)",
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
