import Expecting
import Foundation
import Support
import Testing

/// Layers and imports are those of the tables in `Docs/contributing/modules.md`, in the sources, the tests and the manifest.
struct ArchitectureTests {
    /// A row of a table.
    private struct Module {
        let layer: String
        let name: String
        let imports: Set<String>
    }

    /// Modules of the toolchain that any module may import.
    private static let toolchain: Set = ["Synchronization"]

    /// Folders of `Sources` that are no layers: how the programs are installed.
    private static let others: Set = ["Packaging"]

    /// The modules in the order of the document's tables, each below the heading of its layer.
    private static func modules() throws -> [Module] {
        var modules: [Module] = []
        var layer = ""
        for line in try Checkout.text("Docs/contributing/modules.md").split(separator: "\n") {
            if line.hasPrefix("## ") { layer = String(line.dropFirst(3)) }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| `"), cells.count == 3 else { continue }
            let name = cells[0].filter { $0 != "`" }
            modules.append(Module(layer: layer, name: name, imports: names(in: cells[2])))
        }
        return modules
    }

    private static func names(in cell: String) -> Set<String> {
        Set(cell.split(separator: "`").map(String.init).filter { $0.first?.isUppercase ?? false })
    }

    private static func imports(of module: Module) -> [(file: String, module: String)] {
        let folder = Checkout.root.appending(path: "Sources/\(module.layer)/\(module.name)")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var found: [(String, String)] = []
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index <= 2,
                    words[..<index].allSatisfy({ $0.first != "/" && !$0.contains("\"") }),
                    index + 1 < words.count
                else { continue }
                found.append((file.lastPathComponent, String(words[index + 1])))
            }
        }
        return found
    }

    private static func folders(in path: String) throws -> Set<String> {
        Set(
            try FileManager.default.contentsOfDirectory(
                atPath: Checkout.root.appending(path: path).path))
    }

    @Test func `folders of sources are the layers and modules of the tables`() throws {
        let layers = Dictionary(grouping: try Self.modules(), by: \.layer)
        expect(try Self.folders(in: "Sources").subtracting(Self.others), is: Set(layers.keys))
        for (layer, modules) in layers {
            expect(try Self.folders(in: "Sources/\(layer)"), is: Set(modules.map(\.name)))
        }
    }

    @Test func `tests lie in the layer of what they test`() throws {
        let modules = try Self.modules()
        for layer in Set(modules.map(\.layer)).intersection(try Self.folders(in: "Tests")) {
            let known = modules.filter { $0.layer == layer }.map { "\($0.name)Tests" }
            expect(try Self.folders(in: "Tests/\(layer)").subtracting(known), is: [], "\(layer)")
        }
    }

    @Test func `no module imports what its row does not list`() throws {
        for module in try Self.modules() {
            for (file, imported) in Self.imports(of: module) {
                #expect(
                    module.imports.union(Self.toolchain).contains(imported),
                    "\(module.name)/\(file) imports \(imported)")
            }
        }
    }

    @Test func `no row lists an import that is not used`() throws {
        for module in try Self.modules() {
            let used = Set(Self.imports(of: module).map(\.module))
            expect(module.imports.subtracting(used), is: [], "\(module.name)")
        }
    }

    @Test func `no import runs to a later layer`() throws {
        let modules = try Self.modules()
        var layers: [String] = []
        for module in modules where !layers.contains(module.layer) { layers.append(module.layer) }
        let layer = Dictionary(
            uniqueKeysWithValues: modules.map { ($0.name, layers.firstIndex(of: $0.layer) ?? .max) }
        )
        for module in modules {
            for imported in module.imports {
                #expect(
                    (layer[imported] ?? .max) <= (layer[module.name] ?? -1),
                    "\(module.name) of \(module.layer) imports \(imported)")
            }
        }
    }

    @Test func `imports run one way: no module reaches itself`() throws {
        let table = Dictionary(
            uniqueKeysWithValues: try Self.modules().map { ($0.name, $0.imports) })
        for module in table.keys {
            var reached: Set<String> = []
            var open = table[module] ?? []
            while let next = open.popFirst() {
                guard reached.insert(next).inserted else { continue }
                open.formUnion(table[next] ?? [])
            }
            #expect(!reached.contains(module), "\(module) reaches itself")
        }
    }

    @Test func `the manifest declares layers and imports as the tables do`() throws {
        let manifest = try Checkout.text("Package.swift").filter { $0 != "\n" }
        let layers = try Regex("\"\\w+\": \\[")
        for module in try Self.modules() where module.layer != "Libraries" {
            let entry = try Regex("(Module\\(|program\\( *)\"\(module.name)\",?")
            guard let start = manifest.firstRange(of: entry) else {
                Issue.record("\(module.name) is not in the manifest")
                continue
            }
            // The imports are one text, or several joined by +, in front of arguments that have a name.
            let list = manifest[start.upperBound...].prefix { $0 != ")" && $0 != ":" }
            let pieces = list.split(separator: "\"", omittingEmptySubsequences: false)
            let names = pieces.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined()
            expect(
                Set(names.split(separator: " ").map(String.init)), is: module.imports,
                "\(module.name)")
            if module.layer != "Programs" {
                let last = manifest[..<start.lowerBound].ranges(of: layers).last
                    .map { String(manifest[$0]) }
                expect(last, is: "\"\(module.layer)\": [", "\(module.name)")
            }
        }
    }
}
