/// Something that happened while a store was opened and that its owner should hear of loudly.
package enum OpenNotice: Hashable, Sendable, CustomStringConvertible {
  /// The database could not be read. It was renamed, not deleted, and an empty one was begun.
  case setAside(path: String, to: String, reason: String)

  package var description: String {
    switch self {
    case .setAside(let path, let kept, let reason):
      """
      \(path) could not be read (\(reason)). It is kept as \(kept), and an empty database was \
      begun: requests accepted earlier are not known any more. Submit them again, or stop rubatod \
      and put a copy that can be read in its place
      """
    }
  }
}
