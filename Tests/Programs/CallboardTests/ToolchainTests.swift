import Expecting
import Foundation
import Support
import Testing

extension ProgramTests {
    /// Which Swift `make` builds with.
    struct Toolchain {
        @Test(arguments: [
            ("Swift version 6.3 (swift-6.3-RELEASE)", "", "the first one"),
            ("Swift version 6.3.1 (swift-6.3.1-RELEASE)", "", "a later one"),
            ("Apple Swift version 6.10 (swiftlang-6.10)", "", "ten is more than three"),
            ("Swift version 7.0-dev (LLVM 1, Swift 2)", "", "a snapshot"),
            ("Swift version 6.2.3 (swift-6.2.3-RELEASE)", "Swift 6.2.3", "the one before"),
            ("Swift version 5.6.3 (swift-5.6.3-RELEASE)", "Swift 5.6.3", "that of Debian 12"),
            ("swift 3", "Swift of an unknown version", "OpenStack has a command of that name"),
        ])
        func `a compiler that is too old is refused before anything is installed`(
            printed: String, refused: String, why: String
        ) async throws {
            let outcome = try await ProgramTests.shell(
                #"""
                dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
                printf '#!/bin/sh\necho "%s"\n' "$2" > "$dir/swift"; chmod +x "$dir/swift"
                PATH=$dir:$PATH "$1/Sources/Packaging/toolchain" swift 2>&1 | sed "s|$dir/||"
                """#, [Checkout.root.path, printed])
            let lines = "make: swift is \(refused), which is too old. " + Self.advice
            expect(outcome.lines, is: refused.isEmpty ? [] : [lines], "\(why): \(outcome.errors)")
        }

        @Test func `where there is no compiler the error names where to get one`() async throws {
            let outcome = try await ProgramTests.shell(
                #""$1/Sources/Packaging/toolchain" no-such-swift 2>&1; echo $?"#,
                [Checkout.root.path])
            expect(
                outcome.lines, is: ["make: Swift is missing. " + Self.advice, "1"],
                "\(outcome.errors)")
        }

        private static let advice =
            "Install Swift 6.3 or newer from swift.org (Debian 12 is supported), "
            + "and put its usr/bin into PATH."
    }
}
