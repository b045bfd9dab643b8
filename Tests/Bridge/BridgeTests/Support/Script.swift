import SimulatedPhone

/// What one phone of a scenario does, in the words of `Docs/reference/scenarios.md`.
struct Script: Sendable {
    enum Step: Sendable {
        case add(Sample)
        case modify(Sample)
        case remove(String)
        /// Members of a `set`.
        case set(String)
        case disconnect(seconds: Double)
        case send(on: String, [UInt8])
    }

    var name = "Mara's iPhone"
    var bond = "mara"
    /// Further members of the phone, such as its MTU.
    var members: [String] = []
    /// Members of its behaviour.
    var behaviour = ""
    var existing: [Sample] = []
    private var steps: [(time: Double, step: Step)] = []

    init(
        name: String = "Mara's iPhone", bond: String = "mara", members: [String] = [],
        behaviour: String = "", existing: [Sample] = []
    ) {
        self.name = name
        self.bond = bond
        self.members = members
        self.behaviour = behaviour
        self.existing = existing
    }

    /// The same with steps that happen at some time, in seconds.
    func at(_ time: Double, _ steps: Step...) -> Script {
        var script = self
        for step in steps { script.steps.append((time, step)) }
        return script
    }

    /// What is on the phone when everything has happened.
    var held: [Facts] {
        var samples = existing
        for (_, step) in steps {
            switch step {
            case .add(let sample): samples.append(sample)
            case .modify(let sample):
                samples = samples.map { $0.name == sample.name ? sample : $0 }
            case .remove(let name): samples.removeAll { $0.name == name }
            case .set, .disconnect, .send: break
            }
        }
        return samples.map { Facts($0, on: name) }
    }

    private var apps: String {
        var samples = existing
        for (_, step) in steps {
            if case .add(let sample) = step { samples.append(sample) }
            if case .modify(let sample) = step { samples.append(sample) }
        }
        let names = samples.map { sample in
            #""\#(sample.app)": \#(sample.appName.map { #""\#($0)""# } ?? "false")"#
        }
        return Set(names).sorted().joined(separator: ", ")
    }

    private static func json(_ step: Step) -> String {
        switch step {
        case .add(let sample): #""add": {\#(sample.json(named: true))}"#
        case .modify(let sample): #""modify": "\#(sample.name)", \#(sample.json(named: false))"#
        case .remove(let name): #""remove": "\#(name)""#
        case .set(let members): #""set": {\#(members)}"#
        case .disconnect(let seconds): #""disconnect": {"for": \#(seconds)}"#
        case .send(let place, let bytes):
            #""send": {"on": "\#(place)", "hex": "\#(Sample.hex(bytes))"}"#
        }
    }

    var json: String {
        let existing = existing.map { "{\($0.json(named: true))}" }.joined(separator: ",\n")
        let timeline = steps.map { #"{"at": \#($0.time), \#(Self.json($0.step))}"# }
        let all =
            members + [
                #""name": "\#(name)", "bond": "\#(bond)""#, #""apps": {\#(apps)}"#,
                #""behaviour": {\#(behaviour)}"#, #""existing": [\#(existing)]"#,
                #""timeline": [\#(timeline.joined(separator: ",\n"))]"#,
            ]
        return "{\(all.joined(separator: ",\n"))}"
    }
}

extension Scenario {
    /// The scenario of these phones.
    init(_ scripts: [Script]) throws {
        let phones = scripts.map(\.json).joined(separator: ",\n")
        let text = #"{"format": 1, "phones": [\#(phones)]}"#
        try self.init(parsing: Array(text.utf8), file: "test.json")
    }
}
