import Linux

extension KernelRadio {
    /// Sets the adapter up again from the powered-off state.
    ///
    /// If that would interrupt a phone or a window, it repeats only what is possible meanwhile.
    package func renew() {
        guard handler != nil, let adapter, adapter.isReady else { return }
        guard openWindow != nil || controller?.hasGuests == true else { return adapter.prepare() }
        adapter.reloadKeys()
        kernelAir.listener.renew()
        connections += 1
        compare()
    }
}
