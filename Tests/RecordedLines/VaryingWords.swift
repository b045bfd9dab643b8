import Foundation

/// What differs from run to run, and what stands there instead.
private let varying = [
    (
        #"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(?:\.[0-9]{3})?(?:[-+][0-9]{2}:[0-9]{2})?"#,
        "MOMENT"
    ),
    (#"("(?:pid|age_seconds|clients|waiting_bytes|number)":)[0-9]+"#, "$1NUMBER"),
    (#"("(?:messages|frames|seconds|listened_seconds)":)[0-9.]+"#, "$1NUMBER"),
    (#"(\\"(?:date|received|sent|at)\\":)[0-9]+"#, "$1NUMBER"),
    (#"("(?:version|sw_version|next|run|instance)":)"[^"]*""#, "$1VARIES"),
    (#"(\\?"id\\?":\\?")[0-9a-z]{13}"#, "$1NOTICE"),
    (#"/[a-z0-9/.]*/tmp\.[A-Za-z0-9]+"#, "FOLDER"),
]

/// Gives a line without what differs from run to run: moments, names of notices, numbers of a process.
package func withoutWhatVaries(_ line: String) -> String {
    varying.reduce(line) {
        $0.replacingOccurrences(of: $1.0, with: $1.1, options: .regularExpression)
    }
}
