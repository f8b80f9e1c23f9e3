import Control
import Files
import Scheduling

extension CallTable {
  /// Adds `GetPolicy`. It returns each setting with its value, its default and its allowed values.
  mutating func addPolicy(_ policy: PolicyInForce) {
    let (file, defaults) = (policy.file, policy.defaults)
    addRead(GetPolicy.self) { _, _, view throws(Refusal) in
      let settings = view.core.settings
      return GetPolicy.Reply(
        file: file,
        keys: PolicyKey.all.map { key in
          PolicyKeyInfo(
            key: key.name, value: key.text(settings), default: key.text(defaults),
            allowed: key.allowed, about: key.about)
        })
    }
  }
}
