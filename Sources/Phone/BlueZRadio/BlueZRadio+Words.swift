internal import Linux
package import Radio

extension BlueZRadio {
    /// Returns the text for states of bluetoothd.
    package func words(for state: RadioState) -> String? {
        switch state {
        case .noService: "the Bluetooth service does not run: \(BlueZ.start)"
        case .off: "is switched off: bluetoothctl power on"
        case .noAdapter, .notAdvertising, .listening: nil
        }
    }
}

extension BlueZ {
    /// Command that starts bluetoothd on this host.
    static var start: String {
        InstalledUnits.among(["bluetooth"]).isEmpty
            ? "install bluez, and start bluetoothd" : "systemctl start bluetooth"
    }
}
