import Files
import Simulation

extension Scenario {
  /// Reads a scenario file whose `device` is a mapping, which contains habits. `nil` if `device` is a list of steps
  /// or absent, or if the file is not readable; other mistakes in the file throw an error.
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
