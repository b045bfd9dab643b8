import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// What `make release` writes before it makes anything.
    struct Release {
        private static let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path

        @Test func `a release writes its version wherever the sources name one`() async throws {
            let outcome = try await ProgramTests.shell(
                #"""
                set -e
                dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
                cd "$1"; cp --parents -r README.md Docs Sources/Packaging Sources/Commands "$dir"; cd "$dir"
                sed -i 's/^## Next$/&\n\n- Something new./' Docs/changes.md
                git init --quiet; git config user.name A; git config user.email a@example.org
                git add .; git commit --quiet --message Begin
                Sources/Packaging/release begin 9.8.7 > /dev/null
                git log -1 --format=%s
                grep -o '"9.8.7"' Sources/Commands/ProgramVersion.swift
                head -n 1 Sources/Packaging/debian/changelog
                """#, [Self.root])
            expect(
                outcome.lines,
                is: ["Release 9.8.7", #""9.8.7""#, "callboard (9.8.7) stable; urgency=medium"],
                "\(outcome.errors)")
        }
    }
}
