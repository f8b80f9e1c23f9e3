import Testing
import Transfers

/// The names of the files that downloads are written into before they are complete.
struct PartNameTests {
  private func name(ofPartFor target: String) throws -> String {
    var order = TransferOrder(
      .download, method: "GET", url: "http://host/film", submitted: 0, deadline: 600)
    order.output = "/target/\(target)"
    let path = TransferDirectory(path: "/state/0123456789abcdef").part(of: order)
    #expect(path.hasPrefix("/target/"))
    return try String(#require(path.split(separator: "/").last))
  }

  /// A name has at most 255 bytes, also if its characters have several.
  @Test(arguments: [("a", 255), ("ä", 127), ("\u{1F600}", 63), ("e\u{301}\u{302}", 51)])
  func aNameHasAtMost255Bytes(character: String, count: Int) throws {
    let name = try name(ofPartFor: String(repeating: character, count: count))
    #expect(name.utf8.count <= 255, "\(name)")
    #expect(name.hasPrefix(".\(character)") && name.hasSuffix(".0123456789abcdef.part"))
  }

  /// Parts of earlier versions are resumed.
  @Test func namesOfEarlierVersionsAreKept() throws {
    #expect(try name(ofPartFor: "film") == ".film.0123456789abcdef.part")
    let long = String(repeating: "a", count: 181)
    #expect(try name(ofPartFor: long) == ".\(long.dropLast()).0123456789abcdef.part")
    let umlauts = String(repeating: "ä", count: 116)
    #expect(try name(ofPartFor: umlauts) == ".\(umlauts).0123456789abcdef.part")
  }
}
