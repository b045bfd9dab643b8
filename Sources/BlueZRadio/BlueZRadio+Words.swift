package import Radio

extension BlueZRadio {
    package func words(for state: RadioState) -> String? {
        switch state {
        case .noService: "the Bluetooth service does not run: systemctl start bluetooth"
        case .off: "is switched off: bluetoothctl power on"
        case .noAdapter, .notAdvertising, .listening: nil
        }
    }
}
