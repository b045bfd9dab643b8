import Foundation
import Support
import Testing

@testable import Notices

/// How well codes are found, in figures that `Docs/reference/codes.md` gives.
struct CorpusTests {
    /// What became of the texts of a corpus.
    struct Figures {
        var right = 0
        var wrong = 0
        var overlooked = 0
        var negatives = 0

        init(_ texts: [CorpusText]) {
            for text in texts {
                let found = OneTimeCode(title: text.title, message: text.message)?.text
                if text.code == nil { negatives += 1 }
                if found == text.code {
                    right += found == nil ? 0 : 1
                } else {
                    wrong += found == nil ? 0 : 1
                    overlooked += text.code == nil ? 0 : 1
                }
            }
        }

        var precision: Double { Double(right) / Double(right + wrong) }
        var recall: Double { Double(right) / Double(right + overlooked) }

        /// The cells of the document's table.
        func row(_ name: String, of texts: Int) -> String {
            func figure(_ number: Double) -> String { String(format: "%.3f", number) }
            return
                "| \(name) | \(texts) | \(negatives) | \(figure(precision)) | \(figure(recall)) |"
        }
    }

    private static let document: String = {
        (try? Checkout.text("Docs/reference/codes.md"))
            ?? ""
    }()

    @Test(
        "the document has the figures of the corpus",
        arguments: [("first", "written with it"), ("held-out", "written after it")])
    func figures(file: String, name: String) throws {
        let texts = try CorpusText.all(in: file)
        let figures = Figures(texts)
        let row = figures.row(name, of: texts.count)
        #expect(Self.document.contains(row), "\(row)")
        #expect(figures.precision > 0.98)
        #expect(figures.recall > 0.9)
        #expect(figures.negatives * 2 > texts.count)
    }

    @Test func `the corpus has two thousand texts in all the languages`() throws {
        let texts = try CorpusText.all(in: "first") + CorpusText.all(in: "held-out")
        #expect(texts.count >= 2_000)
        let languages = Set(CodeWords.languages.map(\.name)).subtracting([""])
        #expect(languages.count >= 20)
        #expect(
            Set(texts.map(\.language)).subtracting(["Chinese (traditional)"]).isSubset(
                of: languages))
        for language in languages {
            #expect(texts.contains { $0.language == language && $0.code != nil }, "\(language)")
            #expect(Self.document.contains(language.prefix { $0 != " " }), "\(language)")
        }
    }

    @Test func `a text may end anywhere`() throws {
        for text in try CorpusText.all(in: "first") {
            let scalars = Array(text.message.unicodeScalars)
            for length in stride(from: 0, through: scalars.count, by: 3) {
                var part = String.UnicodeScalarView()
                part.append(contentsOf: scalars.prefix(length))
                guard let code = OneTimeCode(title: text.title, message: String(part)) else {
                    continue
                }
                #expect((3...16).contains(code.text.count))
                #expect(code.text.allSatisfy { $0.isASCII })
            }
        }
    }
}
