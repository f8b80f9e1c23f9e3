import Testing

@testable import Devices

@Suite struct NetworkIdentityTests {
  private func digest(_ text: String) throws -> String {
    try #require(NetworkIdentity.digest(of: text.utf8), "this machine has no machine-id")
  }

  @Test func isTheSameForTheSameNetwork() throws {
    #expect(try digest("Café Rubato") == digest("Café Rubato"))
  }

  @Test func isShortAndWithoutTheName() throws {
    let digest = try digest("Café Rubato")
    #expect(digest.count == 16)
    #expect(digest.allSatisfy { $0.isHexDigit && !$0.isUppercase })
  }

  @Test func differsWhereverTheSecretDiffers() throws {
    let long = String(repeating: "x", count: 40)
    let secrets = [
      "", "\0", "\0\0", "a", "b", "ab", "a\0", "abcdefgh", "abcdefgh\0", "abcdefghi", long,
      long + "x", "y" + long,
    ]
    #expect(Set(try secrets.map { try digest($0) }).count == secrets.count)
  }
}
