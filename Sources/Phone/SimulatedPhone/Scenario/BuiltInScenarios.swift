extension Scenario {
    /// The default demonstration.
    package static let demo = builtIn(PackageResources.demo_json, "demo.json")

    /// Built-in scenarios by name.
    package static let builtIn: [(name: String, scenario: Scenario)] = [
        ("demo", demo),
        ("flood", builtIn(PackageResources.flood_json, "flood.json")),
        ("two-phones", builtIn(PackageResources.two_phones_json, "two-phones.json")),
        ("bad-phone", builtIn(PackageResources.bad_phone_json, "bad-phone.json")),
        ("reconnect", builtIn(PackageResources.reconnect_json, "reconnect.json")),
        ("beacons", builtIn(PackageResources.beacons_json, "beacons.json")),
        ("real-phones", builtIn(PackageResources.real_phones_json, "real-phones.json")),
        ("late-services", builtIn(PackageResources.late_services_json, "late-services.json")),
        ("no-mtu-answer", builtIn(PackageResources.no_mtu_answer_json, "no-mtu-answer.json")),
        ("collision", builtIn(PackageResources.collision_json, "collision.json")),
        ("media", builtIn(PackageResources.media_json, "media.json")),
    ]

    private static func builtIn(_ bytes: [UInt8], _ file: String) -> Scenario {
        do throws(ScenarioError) {
            return try Scenario(parsing: bytes, file: file)
        } catch {
            // The files are part of the program, and the tests parse each of them.
            preconditionFailure("\(error)")
        }
    }
}
