import Radio

extension KernelRadio {
    /// How an adapter was before anything was changed about it, also by an earlier run that was
    /// killed; noted, so that a later one can leave it so.
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
            advise("\(error); the adapter stays as Callboard sets it should this run be killed")
        }
        return settings
    }

    /// The adapter is as it was.
    func forgetOriginal(of adapter: KernelAdapter) {
        try? options.memory.wasRestored(adapter.address.address.description)
    }
}

extension ControllerSettings {
    /// The same with one of them on or off, or as it is.
    fileprivate func with(_ setting: ControllerSettings, _ isOn: Bool?) -> ControllerSettings {
        switch isOn {
        case true: union(setting)
        case false: subtracting(setting)
        default: self
        }
    }
}
