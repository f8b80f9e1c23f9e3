#if canImport(Glibc)
  import Glibc
#endif

/// A failed operation on a file.
package struct AtomicFileError: Error, Hashable, CustomStringConvertible {
  package enum Verb: String, Sendable {
    case write, replace, open
  }

  package let verb: Verb
  package let path: String
  /// The number of the error, such as ENOSPC.
  package let code: Int32

  init(_ verb: Verb, _ path: String, _ code: Int32) {
    (self.verb, self.path, self.code) = (verb, path, code)
  }

  package var description: String {
    "cannot \(verb.rawValue) \(path): \(String(cString: strerror(code)))"
  }
}
