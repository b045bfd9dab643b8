/// How texts come from bluetoothd.
package enum DataSourceMode: String, CaseIterable, Sendable {
    /// To us alone where bluetoothd can do that, else over the bus, with a warning.
    case auto
    /// To us alone, or not at all.
    case acquire
    /// Over the bus, where every local user can read them.
    case notify
}
