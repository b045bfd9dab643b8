import Linux

extension KernelRadio {
    /// Sets the adapter up again from the powered-off state.
    ///
    /// While a phone is connected or a window is open, it only loads the keys again, and adds the
    /// advertisements and the monitor again.
    package func renew() {
        guard handler != nil, let adapter, adapter.isReady else { return }
        guard openWindow != nil || controller?.hasGuests == true else { return adapter.prepare() }
        adapter.reloadKeys()
        kernelAir.listener.renew()
        connections += 1
        compare()
    }
}
