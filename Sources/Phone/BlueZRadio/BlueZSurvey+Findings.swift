import Basics
package import DBus
package import Radio

extension BlueZSurvey {
    /// What was found.
    package struct Findings: Hashable, Sendable {
        /// Whether bluetoothd answers.
        package var service: Service
        /// Its adapters, by name.
        package var adapters: [Adapter] = []
        /// The name of the adapter that a radio would take; nil where none fits.
        package var chosen: String?
        /// The devices that it knows.
        package var devices: [Device] = []
        /// Who else is on the bus, and by which names; nil where the bus did not say.
        package var programs: [Program]?

        /// Findings of which nothing else is known yet.
        package init(service: Service) {
            self.service = service
        }
    }

    /// What became of asking bluetoothd.
    package enum Service: Hashable, Sendable {
        /// There is no bus to ask over, for this reason.
        case noBus(BusLoss)
        /// The bus is there, and bluetoothd is not.
        case absent
        /// The bus does not let this user ask bluetoothd.
        case denied
        /// bluetoothd did not answer, or with this error.
        case silent(BusError)
        case answered
    }

    /// An adapter as bluetoothd tells of it.
    package struct Adapter: Hashable, Sendable {
        /// What it is called on this host, like hci0.
        package var name: String
        /// Its own address; empty where it has none.
        package var address = ""
        /// What phones are told that it is called.
        package var alias = ""
        /// Whether it is switched on.
        package var isPowered = false
        /// Whether phones can pair with it.
        package var isPairable = false
        /// Whether it is found by phones that look around.
        package var isDiscoverable = false
        /// What it calls itself to others; unless configured otherwise, it carries the version.
        package var modalias: String?
        /// Who made it and which Bluetooth it speaks, as Bluetooth numbers them; older bluetoothds do
        /// not say.
        package var manufacturer: Int?
        /// Which Bluetooth it speaks, in the numbers of the specification.
        package var version: Int?
        /// How much it advertises; nil where it cannot.
        package var advertising: Advertising?

        /// An adapter of which nothing else is known yet.
        package init(name: String) {
            self.name = name
        }
    }

    /// How much an adapter advertises.
    package struct Advertising: Hashable, Sendable {
        /// How many advertisements run.
        package var active: Int
        /// For how many more there is room, where bluetoothd says.
        package var free: Int?
        /// Whether they are on the air at one time; nil where bluetoothd does not say.
        package var isExtended: Bool?

        /// How many advertisements there are, and may yet be.
        package init(active: Int, free: Int?, isExtended: Bool? = nil) {
            self.active = active
            self.free = free
            self.isExtended = isExtended
        }
    }

    /// A device as bluetoothd tells of it.
    package struct Device: Hashable, Sendable {
        /// The name of the adapter that knows it.
        package var adapter: String
        /// The address that bluetoothd knows it by.
        package var address: String
        /// Whether there is a bond.
        package var isPaired = false
        /// Whether there is a link.
        package var isConnected = false
        /// Whether its services are known.
        package var isResolved = false
        /// The services it is known to have, in lower case.
        package var services: [String] = []

        /// Whether it is known to have a service.
        package func offers(_ service: ServiceID) -> Bool {
            services.contains(service.uuid.uuidText)
        }

        /// A device of which nothing else is known yet.
        package init(adapter: String, address: String) {
            self.adapter = adapter
            self.address = address
        }
    }

    /// A process on the bus.
    package struct Program: Hashable, Sendable {
        /// The number of its process.
        package var process: Int32
        /// The well-known names that it owns.
        package var names: [String]

        /// A program and the names that it has on the bus.
        package init(process: Int32, names: [String]) {
            self.process = process
            self.names = names
        }
    }
}
