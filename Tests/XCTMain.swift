import Testing

/// Where the tests begin.
///
/// Without this file SwiftPM would look for tests of XCTest in an index of all sources, which takes a
/// fifth of the time of a build; there are none.
@main
struct Entry {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
