import Simulation

/// The name of a task of a simulated world.
package struct TaskName: Hashable, Codable, Sendable {
  /// The app's name in its trace or scenario; `nil` if the work belongs to no app.
  package var app: String?
  package var id: String
  package var kind: String

  package init(app: String?, id: String, kind: String) {
    self.app = app
    self.id = id
    self.kind = kind
  }
}

extension TaskName: Comparable {
  /// Whether `left` comes first: by app, then by id, then by kind. Work that belongs to no app comes before all apps.
  package static func < (left: Self, right: Self) -> Bool {
    (left.app ?? "", left.app == nil ? 0 : 1, left.id, left.kind)
      < (right.app ?? "", right.app == nil ? 0 : 1, right.id, right.kind)
  }
}

extension TaskName: CustomStringConvertible {
  /// The name as text: `news/refresh`, or `backup` for work that belongs to no app.
  package var description: String { app.map { "\($0)/\(id)" } ?? id }
}
