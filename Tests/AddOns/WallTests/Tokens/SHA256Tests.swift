import Expecting
import Testing

@testable import Wall

/// The digest by which tokens are known.
struct SHA256Tests {
    private static let digests: [(text: String, digest: String, why: String)] = [
        (
            "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "nothing"
        ),
        (
            "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "one block, of FIPS 180"
        ),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            "two blocks, of FIPS 180"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
            "of NIST, 112 bytes"
        ),
        (
            String(repeating: "a", count: 55),
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
            "as much as one block has room for"
        ),
        (
            String(repeating: "a", count: 56),
            "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
            "one more"
        ),
        (
            String(repeating: "a", count: 63),
            "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
            "the mark ends a block"
        ),
        (
            String(repeating: "a", count: 64),
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
            "a whole block"
        ),
        (
            String(repeating: "a", count: 65),
            "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0",
            "a block and one more"
        ),
        (
            String(repeating: "a", count: 119),
            "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb",
            "as much as two blocks have room for"
        ),
        (
            String(repeating: "a", count: 120),
            "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c",
            "one more than that"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
            "a million, of FIPS 180"
        ),
    ]

    @Test(arguments: digests.indices) func `a digest is that of the standard`(_ index: Int) {
        let (text, digest, why) = Self.digests[index]
        expect(SHA256.hexadecimal(of: text), is: digest, "\(why)")
    }

    @Test func `bytes that are no text have one, too`() {
        expect(
            SHA256.hexadecimal(of: [0xBD]),
            is: "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b")
        expect(SHA256.digest(of: [0xBD]).count, is: 32)
    }
}
