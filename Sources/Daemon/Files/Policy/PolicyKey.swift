import Scheduling

/// A value of `Settings` with a name in a policy file: its notation, its allowed values, and its effect.
package struct PolicyKey: Sendable {
  /// The key's name in a file, such as `refresh.budget`: the property's own name, in words with hyphens.
  package let name: String
  /// The effect of the value, in a few words.
  package let about: String
  /// The allowed values, such as `1s to 24h`.
  package let allowed: String
  /// Returns the value in `settings` in the notation of a file; `set` makes the same value of it.
  package let text: @Sendable (_ settings: Settings) -> String
  /// Changes `settings`. Returns false and changes nothing if the text is not allowed.
  package let set: @Sendable (_ settings: inout Settings, _ text: String) -> Bool

  /// Every key, in the order of the documentation.
  package static let all: [PolicyKey] =
    kinds + gates + windows + steadiness + runs + limits + tiers + quotas + reliability + energy
    + forecast

  package static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// Keys of the values at one place of the settings.
struct PolicyGroup<Root> {
  /// The prefix of their names, with its point; empty for the settings themselves.
  let prefix: String
  let root: any (WritableKeyPath<Settings, Root> & Sendable)

  /// Makes a key for the value at `path` below `root`, with its notation and its allowed values from `form`.
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
