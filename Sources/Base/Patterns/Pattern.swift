internal import CPCRE2

/// A regular expression of a user, searched in untrusted texts.
///
/// `@unchecked Sendable` is sound: `code` is private, immutable after compilation, and only read by
/// PCRE2. Writable memory is allocated for each search.
@safe
package final class Pattern: @unchecked Sendable {
    /// Maximum length of an expression in bytes; a longer one is refused.
    package static let sourceLimit = 1024
    /// Maximum number of bytes searched; the rest of a text is ignored.
    package static let textLimit = 1 << 16

    /// The expression as written.
    package let source: String
    private let code: OpaquePointer

    /// - Parameters:
    ///   - source: a Perl-compatible expression; character classes use Unicode.
    ///   - ignoresCase: whether to ignore case.
    package init(_ source: String, ignoresCase: Bool = false) throws(PatternError) {
        let bytes = Array(source.utf8)
        guard bytes.count <= Self.sourceLimit else {
            throw PatternError(sentence: "it has more than \(Self.sourceLimit) bytes")
        }
        var number: CInt = 0
        var offset = 0
        // PCRE2 before 10.43 accepts no null pointer, even for an empty expression.
        let padded = bytes + [0]
        // Callouts count the steps of a search: PCRE2's own limit restarts at each position of the
        // text.
        let options =
            PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
            | (ignoresCase ? PCRE2_CASELESS : 0)
        let code = unsafe padded.withUnsafeBufferPointer { padded in
            unsafe pcre2_compile_8(
                padded.baseAddress, bytes.count, options, &number, &offset, nil)
        }
        guard let code = unsafe code else {
            throw PatternError(number: number, offset: offset, source: bytes)
        }
        self.source = source
        unsafe self.code = code
    }

    deinit {
        unsafe pcre2_code_free_8(code)
    }

    /// Returns whether the expression matches anywhere in a text.
    ///
    /// - Parameter effort: the budget of the search; once it is used up, nothing matches.
    package func matches(_ text: String, within effort: inout MatchEffort) -> Bool {
        guard effort.steps > 0 else {
            effort.giveUp()
            return false
        }
        var bytes = Array(text.utf8.prefix(Self.textLimit))
        if bytes.count == Self.textLimit {
            bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
        }
        let allowance = min(effort.steps, MatchEffort.searchLimit)
        var steps = allowance
        let result = search(bytes, &steps)
        effort.steps -= allowance - steps
        guard result < 0 else { return true }
        if result != PCRE2_ERROR_NOMATCH { effort.giveUp() }
        return false
    }

    /// Returns whether the expression matches anywhere in a text, with a limited effort.
    package func matches(_ text: String) -> Bool {
        var effort = MatchEffort()
        return matches(text, within: &effort)
    }

    /// Returns whether the expression matches anywhere in bytes; invalid UTF-8 is read as U+FFFD.
    package func matches(_ bytes: [UInt8]) -> Bool {
        matches(String(decoding: bytes.prefix(Self.textLimit), as: UTF8.self))
    }

    /// Runs the search and returns the result of PCRE2: negative if there is no match.
    private func search(_ bytes: [UInt8], _ steps: inout Int) -> CInt {
        guard let data = unsafe pcre2_match_data_create_8(1, nil) else {
            return PCRE2_ERROR_NOMEMORY
        }
        defer { unsafe pcre2_match_data_free_8(data) }
        guard let context = unsafe pcre2_match_context_create_8(nil) else {
            return PCRE2_ERROR_NOMEMORY
        }
        defer { unsafe pcre2_match_context_free_8(context) }
        unsafe pcre2_set_match_limit_8(context, MatchEffort.matchLimit)
        unsafe pcre2_set_depth_limit_8(context, MatchEffort.depthLimit)
        unsafe pcre2_set_heap_limit_8(context, MatchEffort.heapLimit)
        let padded = bytes + [0]
        return unsafe withUnsafeMutablePointer(to: &steps) { steps in
            unsafe pcre2_set_callout_8(context, countStep, steps)
            return unsafe padded.withUnsafeBufferPointer { text in
                unsafe pcre2_match_8(code, text.baseAddress, bytes.count, 0, 0, data, context)
            }
        }
    }
}

/// PCRE2 callout for every step; `counter` points to the remaining steps.
private func countStep(
    _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ counter: UnsafeMutableRawPointer?
) -> CInt {
    guard let steps = unsafe counter?.assumingMemoryBound(to: Int.self) else { return 0 }
    unsafe steps.pointee -= 1
    return unsafe steps.pointee > 0 ? 0 : PCRE2_ERROR_CALLOUT
}

/// Budget of searches, which limits backtracking.
package struct MatchEffort: Sendable {
    /// Maximum number of steps of one search, some milliseconds.
    package static let searchLimit = 200_000
    /// Limits of matching attempts at one position and of their nesting.
    static let matchLimit: UInt32 = 1_000_000
    static let depthLimit: UInt32 = 50_000
    /// Memory limit of a search, in KiB.
    static let heapLimit: UInt32 = 8192

    /// The remaining steps.
    package internal(set) var steps: Int
    /// Number of aborted searches.
    package private(set) var givenUp = 0

    /// Creates a budget for one search, or for several that share it.
    package init(steps: Int = searchLimit) {
        self.steps = steps
    }

    mutating func giveUp() {
        givenUp += 1
    }
}
