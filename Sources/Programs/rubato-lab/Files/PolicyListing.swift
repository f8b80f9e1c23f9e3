import Control
import Files
import Scheduling
import Terminal
import Verbs

/// The list of `policy show`.
struct PolicyListing: Encodable {
  /// The policy file; `nil` if these are the defaults.
  @ExplicitNull var file: String?
  var keys: [PolicyKeyInfo]
  /// The error of the daemon's policy file; `nil` if there is none.
  @ExplicitNull var warning: String?

  init(_ settings: Settings, file: String?, onlyChanged: Bool) {
    let defaults = Settings()
    let keys = PolicyKey.all.map { key in
      PolicyKeyInfo(
        key: key.name, value: key.text(settings), default: key.text(defaults),
        allowed: key.allowed, about: key.about)
    }
    self.init(GetPolicy.Reply(file: file, keys: keys), onlyChanged: onlyChanged)
  }

  init(_ policy: GetPolicy.Reply, onlyChanged: Bool) {
    file = policy.file
    keys = onlyChanged ? policy.keys.filter(\.isChanged) : policy.keys
    warning = policy.warning
  }

  var table: Table {
    var table = Table([.init("KEY"), .init("VALUE"), .init("DEFAULT"), .init("MEANING")])
    for key in keys {
      table.add([
        .init(key.key), .init(key.value, key.isChanged ? .good : .plain),
        .init(key.isChanged ? key.default : ""), .init(key.about),
      ])
    }
    return table
  }

  /// Returns the text of a policy file with the listed settings, without the end of its last line. Throws an error if a
  /// key or its value is unknown in this version.
  ///
  /// - Parameter remarks: Comments at the beginning.
  func yaml(after remarks: [String]) throws(Failure) -> String {
    var settings = Settings()
    for key in keys where PolicyKey.named[key.key]?.set(&settings, key.value) != true {
      throw .refused(
        "\(key.key) \(key.value) is not known here: this rubatod is of another version; use --json")
    }
    let names = Set(keys.map(\.key))
    let text = PolicyText.yaml(settings, isExplained: true) { names.contains($0) }
    return (remarks.map { "# \($0)" } + [String(text.dropLast())]).joined(separator: "\n")
  }
}
