import Testing

@testable import Arguments

struct CompletionTests {
    @Test(arguments: Shell.allCases)
    func `every command and every option is in the script`(_ shell: Shell) {
        let script = Sample.program.completion(for: shell)
        for path in Sample.program.paths {
            for name in path.dropFirst().map(\.name) { #expect(script.contains(name)) }
            for option in path.options { #expect(script.contains(option.name), "\(option.name)") }
        }
        #expect(script.contains("board json csv"))
    }
}
