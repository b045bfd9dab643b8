import Expecting
import Radio
import Testing

@testable import Features

/// Maker and model of a phone.
struct DeviceFeatureTests {
    private static func bytes(_ text: String) -> Result<[UInt8], AttributeError> {
        .success(Array(text.utf8))
    }

    @Test func `model and maker are read one after the other`() {
        var feature = DeviceFeature()
        expect(feature.begin(at: .zero).map(\.words), is: ["read 2a24"])
        expect(
            feature.take(.read(DeviceFeature.model, Self.bytes("iPhone13,2")), at: .zero)
                .map(\.words), is: ["? iPhone13,2", "read 2a29"])
        expect(
            feature.take(.read(DeviceFeature.maker, Self.bytes("Apple Inc.")), at: .zero)
                .map(\.words), is: ["Apple Inc. iPhone13,2"])
        expect(feature.nextDeadline, is: nil, "both are read once")
    }

    @Test func `the maker is read again only with another model`() {
        var feature = DeviceFeature()
        for (model, maker, expected, why) in [
            ("iPhone13,2", "Apple Inc.", ["? iPhone13,2", "read 2a29"], "the first link"),
            ("iPhone13,2", nil, [], "the same phone again"),
            ("iPhone14,5", nil, ["? iPhone14,5", "read 2a29"], "restored on another"),
            ("iPhone14,5", "Apple", ["? iPhone14,5", "read 2a29"], "the maker not yet known"),
            ("iPhone14,5", nil, [], "the same phone again"),
        ] as [(String, String?, [String], String)] {
            expect(feature.begin(at: .zero).map(\.words), is: ["read 2a24"], "\(why)")
            expect(
                feature.take(.read(DeviceFeature.model, Self.bytes(model)), at: .zero)
                    .map(\.words), is: expected, "\(why)")
            if let maker {
                _ = feature.take(.read(DeviceFeature.maker, Self.bytes(maker)), at: .zero)
            }
            expect(feature.nextDeadline, is: nil, "\(why)")
            _ = feature.end(at: .zero)
        }
    }

    @Test func `a phone without a maker is not asked again`() {
        var feature = DeviceFeature()
        _ = feature.begin(at: .zero)
        _ = feature.take(.read(DeviceFeature.model, Self.bytes("iPhone13,2")), at: .zero)
        _ = feature.take(.read(DeviceFeature.maker, .failure(.attributeNotFound)), at: .zero)
        expect(feature.nextDeadline, is: nil)
    }

    @Test func `a refused model is read again`() {
        var feature = DeviceFeature()
        _ = feature.begin(at: .zero)
        _ = feature.take(.read(DeviceFeature.model, .failure(.unlikelyError)), at: .zero)
        expect(feature.nextDeadline, is: RepeatedRead.pauses[0])
        expect(
            feature.timePassed(at: RepeatedRead.pauses[0]).map(\.words), is: ["read 2a24"])
        _ = feature.take(.read(DeviceFeature.model, .failure(.unlikelyError)), at: .zero)
        expect(feature.end(at: .zero).map(\.words), is: [])
        expect(feature.nextDeadline, is: nil)
    }

    @Test func `a model is shown under the name by which it is sold`() {
        for (model, expected, why) in [
            ("iPhone14,5", "iPhone 13", "in the table"),
            ("iPhone14,6", "iPhone SE (3rd generation)", "with a generation"),
            ("iPhone99,1", "iPhone99,1", "later than the table"),
            ("Pixel 9", "Pixel 9", "a device of another maker"),
        ] {
            expect(DeviceInformation(model: model).modelName, is: expected, "\(why)")
        }
        expect(DeviceInformation().modelName, is: nil)
    }

    @Test func `a text loses what a terminal would obey, and has a limit`() {
        for (value, expected, why) in [
            (Array("iPhone13,2".utf8), "iPhone13,2", "as phones send it"),
            (Array("\u{1B}[31miPhone\u{7}".utf8), "[31miPhone", "a terminal sequence"),
            (Array("a\u{202E}b".utf8), "ab", "a change of direction"),
            ([], nil, "nothing"), (Array("  ".utf8), nil, "spaces"),
            ([0xFF, 0x41], "\u{FFFD}A", "no UTF-8"),
            ([UInt8](repeating: 0x78, count: 600), String(repeating: "x", count: 40), "too long"),
        ] as [([UInt8], String?, String)] {
            expect(DeviceInformation.text(value), is: expected, "\(why)")
        }
        for length in 0...64 {
            let value = Array(Array("Ünïcode 🎉 ".utf8) + Array("iPhone13,2".utf8)).prefix(length)
            #expect(DeviceInformation.text(Array(value))?.count ?? 0 <= 40, "cut at \(length)")
        }
    }
}
