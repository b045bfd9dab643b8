import Linux
package import Radio

extension KernelRadio {
    /// Returns the text for a state of this radio.
    package func words(for state: RadioState) -> String? {
        switch state {
        case .noService: serviceWords
        case .noAdapter:
            switch options.adapter {
            case .any: "there is no adapter with Bluetooth Low Energy"
            case .named(let name): "there is no adapter \(name) with Bluetooth Low Energy"
            case .at(let address): "there is no adapter \(address) with Bluetooth Low Energy"
            }
        case .off:
            adapter?.condition == .blocked
                ? "is blocked: rfkill unblock bluetooth"
                : "is switched off: sudo systemctl restart callboard-kernel"
        case .notAdvertising, .listening: nil
        }
    }

    private var serviceWords: String {
        if daemon != nil {
            return "bluetoothd has the adapter: sudo systemctl disable --now bluetooth, and sudo "
                + "systemctl mask bluetooth if it returns"
        }
        switch refusal {
        case .notPermitted:
            return "this process may not manage adapters: it lacks CAP_NET_ADMIN"
        case .noSuchSocketFamily: return "the kernel has no Bluetooth: sudo modprobe bluetooth"
        case let error?: return "the kernel's Bluetooth cannot be managed: \(error)"
        case nil: return "the adapter is being set up"
        }
    }
}
