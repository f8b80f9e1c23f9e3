import Scheduling

/// The requests that a call asks for: the one of an id, or all that the caller may see, perhaps of an
/// app only.
struct SelectedRequests: Sendable {
  /// Nil for all.
  var only: RequestKey?
  private var scope: Scope
  private var app: String?

  /// Those of everybody in `scope`.
  init(in scope: Scope) {
    self.scope = scope
  }

  /// - Throws: A refusal of an id that nobody knows, and of others' requests.
  init(
    id: String?, app: String?, owner: Int64?, allUsers: Bool?, _ caller: Caller,
    _ view: any EngineView
  ) throws(Refusal) {
    self.app = app
    scope = try Scope(caller, owner: owner, allUsers: allUsers)
    if let id {
      only = try Selection(id: id, app: app, owner: owner, caller: caller).key(in: view)
    }
  }

  func includes(_ key: RequestKey) -> Bool {
    scope.sees(key) && (app ?? key.app) == key.app
  }

  /// The same for what runs, whose request may be gone.
  func includes(_ key: RequestKey, id: String?) -> Bool {
    includes(key) && (id ?? key.id) == key.id
  }
}
