import Control

/// The answer to `app register` with the changes, since a registration replaces the one before it.
package enum RegistrationText {
  /// Returns a sentence on the registration, with the changed properties.
  ///
  /// - Parameter previous: The previous registration; `nil` for a new app.
  package static func sentence(_ app: AppInfo, after previous: AppInfo?) -> String {
    guard let previous else { return "Registered: \(app.id.visible)." }
    let changes = [
      change(
        from: previous.permittedIdentifiers, to: app.permittedIdentifiers, verb: "may submit",
        all: "any identifier"),
      change(
        from: previous.backgroundModes, to: app.backgroundModes, verb: "has",
        all: "any background mode"),
    ].compactMap(\.self)
    // The daemon keeps the tasks of an installed app.
    let (old, new) = (previous.permittedIdentifiers, app.permittedIdentifiers)
    let isNarrower =
      app.program == nil && !new.isEmpty && (old.isEmpty || !Set(old).isSubset(of: new))
    let removal = isNarrower ? ". Queued requests with other identifiers are removed" : ""
    let changeText = changes.isEmpty ? "nothing changed" : changes.joined(separator: "; ")
    return "Registered again: \(app.id.visible); \(changeText)\(removal)."
  }

  /// Describes a changed list of permissions; `nil` if both lists have the same members.
  ///
  /// - Parameters:
  ///   - verb: The words before the members, such as `may submit`.
  ///   - all: The words for an empty list, which permits everything.
  private static func change(
    from old: [String], to new: [String], verb: String, all: String
  ) -> String? {
    guard Set(old) != Set(new) else { return nil }
    let oldText = old.isEmpty ? all : old.joined(separator: ", ").visible
    let newText = new.isEmpty ? all : new.joined(separator: ", ").visible
    return "now \(verb) \(newText), previously \(oldText)"
  }
}
