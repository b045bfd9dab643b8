import Radio

extension KernelRadio {
    /// Returns the settings that an adapter had before Callboard changed them, even if an earlier
    /// run changed them and was killed.
    ///
    /// They are stored so that a later run can restore them.
    func original(of controller: Controllers.Controller) -> ControllerSettings {
        let address = controller.info.address.description
        let settings = controller.settings
        if let note = (try? options.memory.before())?.first(where: { $0.adapter == address }) {
            return settings.with(.bondable, note.isPairable).with(.powered, note.isPowered)
                .with(.bredr, note.isClassic)
        }
        do throws(MemoryError) {
            try options.memory.keep(
                MemoryFolder.Before(
                    adapter: address, isPairable: settings.contains(.bondable),
                    isPowered: settings.contains(.powered), isClassic: settings.contains(.bredr)))
        } catch {
            advise("\(error); if this run is killed, the adapter keeps the settings of Callboard")
        }
        return settings
    }

    /// Removes the stored settings of a restored adapter.
    func forgetOriginal(of adapter: KernelAdapter) {
        try? options.memory.wasRestored(adapter.address.address.description)
    }
}

extension ControllerSettings {
    /// Returns the settings with one of them set or cleared; nil leaves it unchanged.
    fileprivate func with(_ setting: ControllerSettings, _ isOn: Bool?) -> ControllerSettings {
        switch isOn {
        case true: union(setting)
        case false: subtracting(setting)
        default: self
        }
    }
}
