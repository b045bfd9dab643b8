internal import CPCRE2

/// A regular expression that a person wrote, to be looked for in texts that anybody may have sent.
///
/// `@unchecked Sendable` is sound: `code` is private, never changed once it is compiled, and read by
/// the library without being written to; what a search needs to write is made for that search alone.
@safe
package final class Pattern: @unchecked Sendable {
    /// Bytes of an expression at most; a longer one is refused.
    package static let sourceLimit = 1024
    /// Bytes of a text that are looked at; what stands behind is passed over.
    package static let textLimit = 1 << 16

    /// The expression as it was written.
    package let source: String
    private let code: OpaquePointer

    /// - Parameters:
    ///   - source: the expression as Perl would take it; letters, digits and words are those of
    ///     Unicode.
    ///   - ignoresCase: whether upper and lower case are the same.
    package init(_ source: String, ignoresCase: Bool = false) throws(PatternError) {
        let bytes = Array(source.utf8)
        guard bytes.count <= Self.sourceLimit else { throw PatternError(sentence: "is too long") }
        var number: CInt = 0
        var offset = 0
        // The library takes no null pointer before 10.43, not even for nothing.
        let padded = bytes + [0]
        // Callouts are how the steps of a search are counted: the library's own limit begins anew
        // at every place of the text.
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

    /// Whether the expression is found somewhere in a text.
    ///
    /// - Parameter effort: what the search may cost; when it is used up, nothing is found.
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

    /// Whether the expression is found somewhere in a text, at a cost that is bounded.
    package func matches(_ text: String) -> Bool {
        var effort = MatchEffort()
        return matches(text, within: &effort)
    }

    /// Whether the expression is found somewhere in bytes that may be no text; what is not valid
    /// counts as U+FFFD.
    package func matches(_ bytes: [UInt8]) -> Bool {
        matches(String(decoding: bytes.prefix(Self.textLimit), as: UTF8.self))
    }

    /// Searches, and returns what the library says: less than zero where nothing was found.
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

/// Called by the library for every step; `counter` points to the steps that are left.
private func countStep(
    _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ counter: UnsafeMutableRawPointer?
) -> CInt {
    guard let steps = unsafe counter?.assumingMemoryBound(to: Int.self) else { return 0 }
    unsafe steps.pointee -= 1
    return unsafe steps.pointee > 0 ? 0 : PCRE2_ERROR_CALLOUT
}

/// What searches may cost, however often a text makes an expression try again.
package struct MatchEffort: Sendable {
    /// Steps of one search at most, some milliseconds.
    package static let searchLimit = 200_000
    /// Tries at one place of the text, and how deep they go within one another.
    static let matchLimit: UInt32 = 1_000_000
    static let depthLimit: UInt32 = 50_000
    /// Memory of a search, in KiB.
    static let heapLimit: UInt32 = 8192

    /// The steps that are left.
    package internal(set) var steps: Int
    /// Searches that were given up.
    package private(set) var givenUp = 0

    /// Effort for one search, or for several that share it.
    package init(steps: Int = searchLimit) {
        self.steps = steps
    }

    mutating func giveUp() {
        givenUp += 1
    }
}
