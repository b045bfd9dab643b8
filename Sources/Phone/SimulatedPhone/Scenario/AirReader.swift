import Basics
internal import JSON
import Linux
internal import Radio

/// Parser of the simulated senders.
enum AirReader {
    /// Maximum number of senders, above every other beacon limit.
    static let sourceLimit = 256
    /// Fields of a sender.
    static let names = kinds + beaconNames + commonNames
    /// Fields of a step, exactly one of which is required.
    static let places = ["distance", "signal", "silent"]

    private static let kinds = ["uuid", "phone", "raw"]
    private static let beaconNames = ["format", "major", "minor", "count"]
    private static let commonNames = ["power", "interval", "noise", "timeline"]
    /// Default signal strength at one metre, in dBm.
    private static let usualPower = -59
    private static let powers = -127...20
    /// Permitted intervals between messages, in seconds.
    private static let intervals = 0.02...10.24
    private static let usualInterval: Duration = .milliseconds(100)
    /// Permitted noise, in dB.
    private static let noises = 0.0...20.0
    private static let usualNoise = 2.0
    /// Permitted distances, in metres.
    private static let distances = 0.0...1_000.0
    /// Permitted signal strengths, in dBm.
    private static let signals = -127.0...20.0
    /// Permitted lengths of data after the company identifier in a legacy advertisement.
    private static let rawLengths = 0...27

    private static let formats: [(name: String, value: BeaconBytes.Format)] = [
        ("ibeacon", .iBeacon), ("altbeacon", .altBeacon), ("eddystone", .eddystone),
    ]

    /// Parses a list of senders.
    ///
    /// - Parameter bonds: bonds of the scenario's phones.
    static func sources(_ list: JSONField, bonds: [String]) throws(JSONError) -> [AirSource] {
        var sources: [AirSource] = []
        for element in try list.elements() {
            sources += try read(element, bonds, behind: sources.count)
            guard sources.count <= sourceLimit else {
                throw element.error(
                    "exceeds the limit of \(sourceLimit) senders in all; each count adds that many")
            }
        }
        return sources
    }

    private static func read(
        _ field: JSONField, _ bonds: [String], behind count: Int
    ) throws(JSONError) -> [AirSource] {
        let fields = try JSONFields(of: field, allowed: names)
        let present = fields.present(of: kinds)
        guard present.count == 1, let kind = present.first else {
            let wrong =
                present.isEmpty ? "is missing" : "cannot be \(present.joined(separator: " and "))"
            throw field.error("the kind \(wrong): one of \(kinds.joined(separator: ", "))")
        }
        if kind != "uuid", let name = fields.present(of: beaconNames).first {
            throw (fields[name] ?? field).error("is only allowed for a beacon with a uuid")
        }
        let common = try Common(fields)
        switch kind {
        case "uuid": return try beacons(fields, common, behind: count)
        case "phone":
            let bond = try bond(try fields.required(kind), bonds)
            return [common.source(count, bond: bond, (BeaconBytes.phone, []))]
        default: return [common.source(count, ([try raw(try fields.required(kind))], []))]
        }
    }

    /// Fields of all kinds of senders.
    private struct Common {
        let power: Int
        let interval: Duration
        let noise: Double
        let timeline: [AirSource.Step]

        init(_ fields: JSONFields) throws(JSONError) {
            power = try fields["power"]?.integer(in: powers) ?? usualPower
            interval =
                try fields["interval"].map { (field) throws(JSONError) in
                    .microseconds(
                        Int64((try field.number(in: intervals) * 1_000_000).rounded()))
                } ?? usualInterval
            noise = try fields["noise"]?.number(in: noises) ?? usualNoise
            timeline = try AirReader.timeline(try fields.required("timeline"))
        }

        /// Returns the source with the next address after this number of sources.
        func source(
            _ count: Int, bond: String? = nil, _ data: (manufacturer: [AirData], service: [AirData])
        ) -> AirSource {
            let digits = (count + 1).padded(to: 4, radix: 16).uppercased()
            return AirSource(
                address: "F0:5C:EA:12:\(digits.prefix(2)):\(digits.suffix(2))", bond: bond,
                manufacturerData: data.manufacturer, serviceData: data.service, power: power,
                interval: interval, noise: noise, timeline: timeline)
        }
    }

    private static func beacons(
        _ fields: JSONFields, _ common: Common, behind count: Int
    ) throws(JSONError) -> [AirSource] {
        let field = try fields.required("uuid")
        guard let uuid = UInt128(uuidText: try field.string()) else {
            throw field.error("must be 32 hexadecimal digits in groups of 8-4-4-4-12")
        }
        let format =
            try fields["format"]?.choice(of: "a format of beacons", among: formats) ?? .iBeacon
        let numbers = 0...Int(UInt16.max)
        if format == .eddystone, let name = fields.present(of: ["major", "minor", "count"]).first {
            throw (fields[name] ?? field).error("is not allowed for an Eddystone beacon")
        }
        let major = UInt16(try fields["major"]?.integer(in: numbers) ?? 0)
        let minor = try fields["minor"]?.integer(in: numbers) ?? 0
        let most = min(sourceLimit, numbers.upperBound - minor + 1)
        let many = try fields["count"]?.integer(in: 1...most) ?? 1
        return (0..<many).map { index in
            common.source(
                count + index,
                BeaconBytes.data(
                    format, uuid: uuid, major: major, minor: UInt16(minor + index),
                    power: common.power))
        }
    }

    private static func bond(_ field: JSONField, _ bonds: [String]) throws(JSONError) -> String {
        let bond = try field.string()
        guard bonds.contains(bond) else {
            throw field.error(
                "no phone has the bond \(bond.quotedForErrors); "
                    + JSONField.advice(for: bond, among: bonds))
        }
        return bond
    }

    private static func raw(_ field: JSONField) throws(JSONError) -> AirData {
        let fields = try JSONFields(of: field, allowed: ["maker", "hex"])
        let maker = try fields.required("maker").integer(in: 0...Int(UInt16.max))
        let hex = try fields.required("hex")
        let bytes = try TextReader.hexadecimal(hex)
        guard rawLengths.contains(bytes.count) else {
            throw hex.error("must have at most \(rawLengths.upperBound) bytes, not \(bytes.count)")
        }
        return AirData(UInt16(maker), bytes)
    }

    private static func timeline(_ list: JSONField) throws(JSONError) -> [AirSource.Step] {
        var steps: [AirSource.Step] = []
        for element in try list.elements() {
            let fields = try JSONFields(of: element, allowed: ["at"] + places)
            let timeField = try fields.required("at")
            let time = try ScenarioReader.time(timeField)
            if let last = steps.last, time <= last.time {
                throw timeField.error("must be later than the step before")
            }
            let present = fields.present(of: places)
            guard present.count == 1, let name = present.first, let field = fields[name] else {
                throw element.error("must have one of \(places.joined(separator: ", "))")
            }
            steps.append(AirSource.Step(time: time, place: try place(name, field)))
        }
        guard !steps.isEmpty else { throw list.error("must have at least one step") }
        return steps
    }

    private static func place(
        _ name: String, _ field: JSONField
    ) throws(JSONError) -> AirSource.Place {
        switch name {
        case "distance": return .distance(try field.number(in: distances))
        case "signal": return .signal(try field.number(in: signals))
        default:
            guard try field.bool() else {
                throw field.error("must be true; distance or signal ends a silence")
            }
            return .silent
        }
    }
}
