internal import Basics

extension SettingsDraft {
    /// Applies environment variables: `CALLBOARD_SECTION_KEY`, and for a named section in the file
    /// `CALLBOARD_SECTION_NAME_KEY`.
    ///
    /// - Parameters:
    ///   - environment: all variables; those without the prefix are ignored.
    ///   - others: variables with the prefix that have another purpose.
    package mutating func override(
        with environment: [(name: String, text: String)], except others: Set<String> = []
    ) {
        let prefix = table.variablePrefix + "_"
        let given = environment.filter { $0.name.hasPrefix(prefix) && !others.contains($0.name) }
        guard !given.isEmpty else { return }
        let known = variables
        for (name, text) in given.sorted(by: { $0.name < $1.name }) {
            let place = SettingsProblem.Place.variable(name)
            guard let targets = known[name], let target = targets.first else {
                let near = NearMatch.find(for: name, among: known.keys.sorted())
                note(place, .unknownVariable(near: near))
                continue
            }
            guard targets.count == 1 else {
                let titles = targets.map { parts[$0.part].title }
                note(place, .ambiguousVariable(sections: titles))
                continue
            }
            set(target.key, in: target.part, to: text, place)
        }
    }

    /// Applies a command-line option, which overrides everything else.
    ///
    /// Has no effect if the section is of a kind with names and is not in the file.
    ///
    /// - Parameters:
    ///   - option: name in problems, with its dashes.
    ///   - texts: one value each; several only for a repeatable key.
    package mutating func override<Value>(
        with option: String, _ section: Section, name: String? = nil, _ key: Key<Value>,
        _ texts: [String]
    ) {
        let index = parts.firstIndex { part in
            part.section.name == section.name && part.name == name && !part.isAside
        }
        guard let index else { return }
        for (count, text) in texts.enumerated() {
            set(key.entry, in: index, to: text, .option(option), adds: count > 0)
        }
    }

    private struct Target {
        let part: Int
        let key: KeyEntry
    }

    private var variables: [String: [Target]] {
        var variables: [String: [Target]] = [:]
        for (index, part) in parts.enumerated() where !part.isAside {
            for key in part.section.keys {
                let variable = table.variable(
                    section: part.section.name, name: part.name, key: key.name)
                variables[variable, default: []].append(Target(part: index, key: key))
            }
        }
        return variables
    }

    private mutating func set(
        _ key: KeyEntry, in part: Int, to text: String, _ place: SettingsProblem.Place,
        adds: Bool = false
    ) {
        let title = parts[part].title
        do throws(SettingsProblem.Reason) {
            let texts = try key.values(of: text)
            let before = adds && key.isRepeatable ? parts[part].values[key.name]?.texts ?? [] : []
            parts[part].values[key.name] = Given(place: place, texts: before + texts)
        } catch {
            note(place, in: title, key: key.name, error)
        }
    }
}
