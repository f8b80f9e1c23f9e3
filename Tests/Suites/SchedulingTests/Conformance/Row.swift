import Testing

@testable import Scheduling

/// One row of the conformance cases: facts from other schedulers' tests and headers.
struct Row: Sendable, CustomTestStringConvertible {
  var id: String
  var about: String
  var check: @Sendable () throws -> Void

  init(_ id: String, _ about: String, _ check: @escaping @Sendable () throws -> Void) {
    self.id = id
    self.about = about
    self.check = check
  }

  var testDescription: String { "\(id): \(about)" }
}

/// Whether a request of `kind` starts on a device in this state.
func starts(
  _ kind: Kind, on values: DeviceValue..., with change: (inout Submission) -> Void = { _ in }
) -> Bool {
  var world = World()
  world.set(values)
  world.submit("task", kind, change)
  return world.isRunning("task")
}
