/// Settings to be handed on without being copied: there are many of them, and every candidate has them.
final class SharedSettings: Sendable {
  let value: Settings

  init(_ value: Settings) {
    self.value = value
  }
}
