import Control
import Files
import Scheduling

extension CallTable {
  /// Adds `GetPolicy`. It returns each setting with its value, its default and its allowed values.
  ///
  /// - Parameter file: The policy file with the settings; `nil` if there is none.
  mutating func addPolicy(file: String?) {
    addRead(GetPolicy.self) { _, _, view throws(Refusal) in
      let (settings, defaults) = (view.core.settings, Settings())
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
