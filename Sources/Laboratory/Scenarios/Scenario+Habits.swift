import Files
import Simulation

extension Scenario {
  /// The scenario of a file whose device has habits; nil where it is a story, or nothing that can be
  /// read.
  package static func withHabits(yaml: String, file: String) throws(FileError) -> Scenario? {
    guard let root = try? Document.root(of: yaml, file: file),
      root.mapping?.contains(where: { $0.key.scalar?.string == "device" && $0.value.isMapping })
        == true
    else { return nil }
    return try Scenario(yaml: yaml, file: file)
  }
}

extension Node {
  fileprivate var isMapping: Bool { mapping != nil }
}
