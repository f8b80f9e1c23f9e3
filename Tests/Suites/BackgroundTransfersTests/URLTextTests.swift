import Testing
import Transfers

/// The Location of a resumable upload.
@Suite struct URLTextTests {
  /// RFC 3986, section 5.4, has most of these references.
  @Test(arguments: [
    ("https://example.com/g", "https://example.com/g"),
    ("HTTPS://EXAMPLE.COM/g", "HTTPS://EXAMPLE.COM/g"),
    ("//example.com/g", "https://example.com/g"),
    ("/g", "https://example.com/g"),
    ("g", "https://example.com/b/c/g"),
    ("g;x=1/y", "https://example.com/b/c/g;x=1/y"),
    ("../g", "https://example.com/b/c/../g"),
    ("./g:h", "https://example.com/b/c/./g:h"),
    ("?y", "https://example.com/b/c/d?y"),
    ("", "https://example.com/b/c/d?q"),
    ("#s", "https://example.com/b/c/d?q#s"),
    ("/login?next=https://other.example/", "https://example.com/login?next=https://other.example/"),
    ("g?next=https://other.example/", "https://example.com/b/c/g?next=https://other.example/"),
    ("#https://other.example/", "https://example.com/b/c/d?q#https://other.example/"),
  ])
  func aLocationIsResolved(location: String, resolved: String) {
    #expect(URLText.resolve(location, from: "https://example.com/b/c/d?q#f") == resolved)
  }

  @Test(arguments: [
    "https://other.example/g", "//other.example/g", "http://example.com/g",
    "https://example.com:444/g", "https://user@example.com/g", "https:g", "https:/g", "g:h", ":h",
    "ftp://example.com/g", "g h",
  ])
  func aLocationElsewhereIsRefused(location: String) {
    #expect(URLText.resolve(location, from: "https://example.com/b/c/d?q#f") == nil)
  }

  @Test func aLocationIsResolvedFromAURLWithoutAPath() {
    #expect(URLText.resolve("g", from: "https://example.com") == "https://example.com/g")
    #expect(URLText.resolve("?y", from: "https://example.com") == "https://example.com/?y")
  }
}
