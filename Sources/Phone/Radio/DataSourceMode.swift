/// Method of receiving notification texts from bluetoothd.
package enum DataSourceMode: String, CaseIterable, Sendable {
    /// Exclusive access if bluetoothd supports it, else the bus, with a warning.
    case auto
    /// Exclusive access only.
    case acquire
    /// The bus, where every local user can read the texts.
    case notify
}
