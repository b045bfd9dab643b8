internal import CSQLite

/// Splits texts into words with SQLite's own tokenizer and the settings of `Schema`.
///
/// For one thread at a time.
@safe
final class WordSplitter {
    /// A folded word with its byte range in the text.
    struct Word: Hashable, Sendable {
        let folded: [UInt8]
        let range: Range<Int>
    }

    private let database: OpaquePointer
    private let tokenizer: fts5_tokenizer
    private let instance: OpaquePointer

    init() throws(DatabaseError) {
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(
            ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw DatabaseError(code == SQLITE_OK ? SQLITE_NOMEM : code, during: "open")
        }
        guard let (tokenizer, instance) = unsafe Self.makeTokenizer(opened) else {
            unsafe sqlite3_close_v2(opened)
            throw DatabaseError(SQLITE_ERROR, during: "full-text search")
        }
        unsafe (database, self.tokenizer, self.instance) = (opened, tokenizer, instance)
    }

    deinit {
        unsafe tokenizer.xDelete?(instance)
        unsafe sqlite3_close_v2(database)
    }

    private static func makeTokenizer(
        _ database: OpaquePointer
    ) -> (fts5_tokenizer, OpaquePointer)? {
        guard let api = unsafe callboard_text_search(database) else { return nil }
        var tokenizer = fts5_tokenizer()
        var context: UnsafeMutableRawPointer?
        guard
            unsafe api.pointee.xFindTokenizer(api, "unicode61", &context, &tokenizer)
                == SQLITE_OK
        else { return nil }
        var instance: OpaquePointer?
        let code = unsafe "remove_diacritics".withCString { name in
            unsafe "2".withCString { value in
                var arguments: [UnsafePointer<CChar>?] = unsafe [name, value]
                return unsafe tokenizer.xCreate(context, &arguments, 2, &instance)
            }
        }
        guard code == SQLITE_OK, let instance = unsafe instance else { return nil }
        return unsafe (tokenizer, instance)
    }

    /// Returns the words of a prepared text.
    func words(of text: [UInt8]) -> [Word] {
        let collector = WordCollector()
        let context = unsafe Unmanaged.passUnretained(collector).toOpaque()
        unsafe text.withUnsafeBytes { text in
            let start = unsafe text.bindMemory(to: CChar.self).baseAddress
            _ = unsafe tokenizer.xTokenize(
                instance, context, FTS5_TOKENIZE_DOCUMENT, start, Int32(clamping: text.count),
                collectWord)
        }
        extendLifetime(collector)
        return collector.words
    }
}

private final class WordCollector {
    var words: [WordSplitter.Word] = []
}

/// SQLite's callback for each word.
private func collectWord(
    _ context: UnsafeMutableRawPointer?, _ flags: Int32, _ word: UnsafePointer<CChar>?,
    _ count: Int32, _ start: Int32, _ end: Int32
) -> Int32 {
    guard let context = unsafe context, let word = unsafe word else { return SQLITE_OK }
    let collector = unsafe Unmanaged<WordCollector>.fromOpaque(context).takeUnretainedValue()
    let bytes = unsafe UnsafeRawBufferPointer(start: word, count: Int(count))
    collector.words.append(
        WordSplitter.Word(folded: unsafe Array(bytes), range: Int(start)..<Int(end)))
    return SQLITE_OK
}
