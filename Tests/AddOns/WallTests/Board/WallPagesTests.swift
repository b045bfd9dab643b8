import Expecting
import Foundation
import Testing

@testable import Wall

/// The page as it is served.
struct WallPagesTests {
    @Test func `browsers let the script run that loads the page again`() {
        let digest = SHA256.digest(of: Array(WallPages.reload.utf8))
        expect(WallPages.reloadDigest, is: Data(digest).base64EncodedString())
    }
}
