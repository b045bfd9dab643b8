import Basics
package import DBus
package import Radio

extension BlueZSurvey {
    /// Result of the survey.
    package struct Findings: Hashable, Sendable {
        /// Outcome of the request to bluetoothd.
        package var service: Service
        package var adapters: [Adapter] = []
        /// Name of the adapter that the radio would use, or of the first that fits but cannot
        /// advertise; nil if none fits.
        package var chosen: String?
        package var devices: [Device] = []
        /// Other programs on the bus with their names; nil if the bus did not list them.
        package var programs: [Program]?

        package init(service: Service) {
            self.service = service
        }
    }

    /// Outcome of the request to bluetoothd.
    package enum Service: Hashable, Sendable {
        /// There is no usable bus, for this reason.
        case noBus(BusLoss)
        /// The bus exists, but bluetoothd is not on it.
        case absent
        /// The bus does not let this user call bluetoothd.
        case denied
        /// bluetoothd did not answer, or returned this error.
        case silent(BusError)
        case answered
    }

    /// An adapter as reported by bluetoothd.
    package struct Adapter: Hashable, Sendable {
        /// Name on this host, like hci0.
        package var name: String
        /// Address of the adapter; empty if it has none.
        package var address = ""
        /// Name of the adapter as phones see it.
        package var alias = ""
        package var isPowered = false
        package var isPairable = false
        /// Whether scanning phones can find it.
        package var isDiscoverable = false
        /// Device ID; it contains the version of bluetoothd, unless bluetoothd is configured
        /// otherwise.
        package var modalias: String?
        /// Company identifier of the manufacturer; older versions of bluetoothd do not report it.
        package var manufacturer: Int?
        /// Bluetooth version, as numbered by the specification.
        package var version: Int?
        /// Advertising capacity; nil if the adapter cannot advertise.
        package var advertising: Advertising?

        package init(name: String) {
            self.name = name
        }
    }

    /// Advertising capacity of an adapter.
    package struct Advertising: Hashable, Sendable {
        /// Number of active advertisements.
        package var active: Int
        /// Number of further advertisements possible, if bluetoothd reports it.
        package var free: Int?
        /// Whether several are sent at once; nil if bluetoothd does not report it.
        package var isExtended: Bool?

        package init(active: Int, free: Int?, isExtended: Bool? = nil) {
            self.active = active
            self.free = free
            self.isExtended = isExtended
        }
    }

    /// A device as reported by bluetoothd.
    package struct Device: Hashable, Sendable {
        package var adapter: String
        /// Address of the device in bluetoothd.
        package var address: String
        /// Whether the device is bonded.
        package var isPaired = false
        package var isConnected = false
        /// Whether bluetoothd has resolved its services.
        package var isResolved = false
        /// UUIDs of its known services, in lower case.
        package var services: [String] = []

        /// Returns whether the device is known to offer a service.
        package func offers(_ service: ServiceID) -> Bool {
            services.contains(service.uuid.uuidText)
        }

        package init(adapter: String, address: String) {
            self.adapter = adapter
            self.address = address
        }
    }

    /// A process on the bus.
    package struct Program: Hashable, Sendable {
        /// Process ID.
        package var process: Int32
        /// Well-known names that it owns.
        package var names: [String]

        package init(process: Int32, names: [String]) {
            self.process = process
            self.names = names
        }
    }
}
