import Testing

@testable import Varlink

struct UnixAddressTests {
  @Test(arguments: [
    ("/run/x", "/run/x", false), ("unix:/run/x", "/run/x", false),
    ("unix:/run/x;mode=0600", "/run/x", false),
    ("unix:@name", "name", true), ("relative", "relative", false),
    ("/odd;path", "/odd;path", false),
    ("@file", "@file", false),
  ])
  func readsPathsAndNames(_ text: String, _ path: String, _ isAbstract: Bool) throws {
    let address = try UnixAddress(text)
    #expect(address.path == path)
    #expect(address.isAbstract == isAbstract)
  }

  @Test func takesExactly107Bytes() throws {
    let longest = "/" + String(repeating: "x", count: 106)
    #expect(try UnixAddress(longest).path == longest)
    let error = #expect(throws: AddressError.self) { try UnixAddress("unix:" + longest + "y") }
    #expect(error == .tooLong(path: longest + "y", bytes: 108, limit: 107))
    #expect(error?.description.contains("has 108 bytes, but the kernel allows 107") == true)
  }

  @Test func countsBytesNotCharacters() {
    #expect(throws: AddressError.self) { try UnixAddress("/" + String(repeating: "é", count: 54)) }
  }

  @Test(arguments: ["", "unix:", "unix:@", "unix:;x", "/a\0b", "tcp:localhost:1", "exec:/bin/x"])
  func refusesWhatIsNoSocket(_ text: String) {
    #expect(throws: AddressError.self) { try UnixAddress(text) }
  }
}
