internal import Linux
package import Radio

extension BlueZRadio {
    /// What people are told of a state that is bluetoothd's.
    package func words(for state: RadioState) -> String? {
        switch state {
        case .noService: "the Bluetooth service does not run: \(BlueZ.start)"
        case .off: "is switched off: bluetoothctl power on"
        case .noAdapter, .notAdvertising, .listening: nil
        }
    }
}

extension BlueZ {
    /// What brings bluetoothd to life on this machine.
    static var start: String {
        InstalledUnits.among(["bluetooth"]).isEmpty
            ? "install bluez, and start bluetoothd" : "systemctl start bluetooth"
    }
}
