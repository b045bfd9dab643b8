import Foundation
import Testing

@testable import Settings

struct CompletionTests {
    @Test(
        arguments: [
            ("sample demo --format", "", ["board", "json", "csv"]),
            ("sample demo --format", "j", ["json"]), ("sample demo -f", "c", ["csv"]),
            ("sample demo --format =", "", ["board", "json", "csv"]),
            ("sample demo --format", "=", ["board", "json", "csv"]),
            ("sample demo --format =", "b", ["board"]),
            ("sample", "pl", ["play"]), ("sample demo", "--qu", ["--quiet"]),
        ] as [(String, String, [String])])
    func `bash offers the values of an option, however it is written`(
        before: String, word: String, offered: [String]
    ) async throws {
        let script =
            SampleProgram.program.completion(for: .bash) + """
                compopt() { :; }
                COMP_WORDS=(\(before) '\(word)')
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _sample
                for found in "${COMPREPLY[@]}"; do echo "$found"; done
                """
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["--norc", "-c", script]
        process.standardOutput = output
        try process.run()
        let found = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(Set(offered).isSubset(of: found.split(separator: "\n").map(String.init)))
    }

    @Test(arguments: Shell.allCases)
    func `every command and every option is in the script`(_ shell: Shell) {
        let script = SampleProgram.program.completion(for: shell)
        for path in SampleProgram.program.paths {
            for name in path.dropFirst().map(\.name) { #expect(script.contains(name)) }
            for option in path.options { #expect(script.contains(option.name), "\(option.name)") }
        }
        #expect(script.contains("board json csv"))
    }
}
