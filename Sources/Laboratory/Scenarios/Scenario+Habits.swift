import Files
import Simulation

extension Scenario {
  /// Reads the scenario of a file whose device has habits; `nil` if it is a story or not readable.
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
