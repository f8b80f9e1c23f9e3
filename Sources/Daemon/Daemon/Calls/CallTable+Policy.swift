import Control
import Files
import Scheduling

extension CallTable {
  /// Adds `GetPolicy`. It returns each setting with its value, its default and its allowed values, and to
  /// administrators the error of an invalid policy file.
  mutating func addPolicy(_ policy: PolicyInForce) {
    let (file, defaults) = (policy.file, policy.defaults)
    addRead(GetPolicy.self) { _, caller, view throws(Refusal) in
      let settings = view.core.settings
      return GetPolicy.Reply(
        file: file,
        keys: PolicyKey.all.map { key in
          PolicyKeyInfo(
            key: key.name, value: key.text(settings), default: key.text(defaults),
            allowed: key.allowed, about: key.about)
        }, warning: caller.isPrivileged ? view.tasks.policyWarning : nil)
    }
  }
}
