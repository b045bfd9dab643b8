import Expecting
import Foundation
import Support
import Testing

extension ProgramTests {
    /// What `make release` writes before it makes anything.
    struct Release {
        private static let root = Checkout.root.path

        @Test func `a release writes its version wherever the sources name one`() async throws {
            let outcome = try await ProgramTests.shell(
                #"""
                set -e
                dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
                cd "$1"; cp --parents -r README.md Docs Sources/Packaging Sources/Contract/Commands "$dir"; cd "$dir"
                sed -i 's/^## Next$/&\n\n- Something new./' Docs/reference/changes.md
                git init --quiet; git config user.name A; git config user.email a@example.org
                git add .; git commit --quiet --message Begin
                Sources/Packaging/release begin 9.8.7 > /dev/null
                git log -1 --format=%s
                grep -o '"9.8.7"' Sources/Contract/Commands/ProgramVersion.swift
                grep -c "$(date -u '+year: %Y, month: %-m, day: %-d')" Sources/Contract/Commands/ProgramVersion.swift
                head -n 1 Sources/Packaging/debian/changelog
                cd Docs; grep -l '9\.8\.7' ../README.md */*.md | paste -s -d ' '
                """#, [Self.root])
            expect(
                outcome.lines,
                is: [
                    "Release 9.8.7", #""9.8.7""#, "1", "callboard (9.8.7) stable; urgency=medium",
                    "../README.md how-to/fleet.md how-to/install.md how-to/repository.md "
                        + "how-to/try-phone.md reference/changes.md reference/commands.md reference/control.md",
                ],
                "\(outcome.errors)")
        }

        @Test
        func `a release refuses a proof that is unsteady or lacks half of the radio`()
            async throws
        {
            let outcome = try await ProgramTests.shell(
                #"""
                set -e
                dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
                cd "$1"; cp --parents -r README.md Docs Sources/Packaging Sources/Contract/Commands "$dir"; cd "$dir"
                sed -i 's/^## Next$/&\n\n- Something new./' Docs/reference/changes.md
                echo .build > .gitignore; mkdir -p .build/proof
                git init --quiet; git config user.name A; git config user.email a@example.org
                git add .; git commit --quiet --message Begin
                {
                    echo "Proven in 9 min 1 s for commit $(git rev-parse HEAD)"
                    echo "  radio: 8 min 0 s"
                    echo "    each on one Debian"
                    echo "    UNSTEADY: 12 link-loss failed once and passed by itself: see .build/proof/radio.first.log"
                    echo "Unsteady: 1"
                } > .build/proof/summary
                status=0
                Sources/Packaging/release begin 9.8.7 2>&1 || status=$?
                echo "$status, $(git log -1 --format=%s), $(git status --porcelain | wc -l) files differ"
                sed -i '/UNSTEADY/d; s/^Unsteady: 1/Unsteady: 0/' .build/proof/summary
                Sources/Packaging/release begin 9.8.7 2>&1 || true
                sed -i '/on one Debian/d' .build/proof/summary
                Sources/Packaging/release begin 9.8.7 > /dev/null
                git log -1 --format=%s
                """#, [Self.root])
            expect(
                outcome.lines,
                is: [
                    "make release: the proof is unsteady: 12 link-loss. "
                        + "Make such a test pass each time, then make prove again.",
                    "1, Begin, 0 files differ",
                    "make release: the proof has each check and scenario on one Debian; "
                        + "make prove EVERYWHERE=1 has each on both.",
                    "Release 9.8.7",
                ],
                "\(outcome.errors)")
        }
    }
}
