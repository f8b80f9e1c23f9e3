import Scheduling

/// A number of `Settings` that has a name in a policy file: how it is written, what is allowed, and
/// what it does.
package struct PolicyKey: Sendable {
  /// As in a file, such as `refresh.budget`: the property's own name, in words with hyphens.
  package let name: String
  /// What the number does, in a few words.
  package let about: String
  /// Which values there are, such as `1s to 24h`.
  package let allowed: String
  /// The value in `settings`, as a file has it; `set` makes the same value of it.
  package let text: @Sendable (_ settings: Settings) -> String
  /// Changes `settings`. Returns false, and leaves them as they are, where the text is not allowed.
  package let set: @Sendable (_ settings: inout Settings, _ text: String) -> Bool

  /// Every key, in the order of the documentation.
  package static let all: [PolicyKey] =
    kinds + gates + windows + steadiness + runs + limits + tiers + quotas + reliability + energy
    + forecast

  package static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// Keys of what lies at one place of the settings.
struct PolicyGroup<Root> {
  /// What stands before their names, with its point; empty for the settings themselves.
  let prefix: String
  let root: any (WritableKeyPath<Settings, Root> & Sendable)

  func key<Value>(
    _ name: String, _ path: any (WritableKeyPath<Root, Value> & Sendable),
    _ form: PolicyForm<Value>,
    _ about: String
  ) -> PolicyKey {
    let root = root
    return PolicyKey(
      name: prefix + name, about: about, allowed: form.allowed,
      text: { form.text($0[keyPath: root][keyPath: path]) },
      set: { settings, text in
        guard let value = form.parse(text) else { return false }
        settings[keyPath: root][keyPath: path] = value
        return true
      })
  }
}
