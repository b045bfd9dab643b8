import Linux

extension KernelRadio {
    /// Makes the adapter ready again, from its being off; with a phone or a window that this would end, the kernel is
    /// told all again that it can be told meanwhile.
    package func renew() {
        guard handler != nil, let adapter, adapter.isReady else { return }
        guard openWindow != nil || controller?.hasGuests == true else { return adapter.prepare() }
        adapter.reloadKeys()
        kernelAir.listener.renew()
        connections += 1
        compare()
    }
}
