import Testing

@testable import Scheduling

struct SizeNotationTests {
  @Test(arguments: ["1", "1023", "1K", "1025", "512M", "2G", "3T", "1536M"])
  func isWrittenAsItIsRead(text: String) {
    #expect(SizeNotation.parse(text).map(SizeNotation.text) == text)
  }

  @Test(arguments: [
    ("1", 1 as Int64), ("65536", 65536), ("2K", 2048), ("512M", 512 << 20), ("3G", 3 << 30),
    ("1T", 1 << 40), ("9223372036854775807", .max),
  ])
  func readsBytesAndTheirThousands(text: String, bytes: Int64) {
    #expect(SizeNotation.parse(text) == bytes)
  }

  @Test(arguments: [
    "", "K", "0", "-1", "1.5G", "2 G", "2g", "2GB", "9999999T", "9223372036854775808",
  ])
  func refusesTheRest(text: String) {
    #expect(SizeNotation.parse(text) == nil)
  }
}
