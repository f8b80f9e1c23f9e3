import Scheduling

/// The requests that a call selects: the request with an id, or all that the caller may see, optionally of one app.
struct SelectedRequests: Sendable {
  /// The only selected request; `nil` if all are selected.
  var only: RequestKey?
  private var scope: Scope
  private var app: String?

  /// Selects all requests in `scope`.
  init(in scope: Scope) {
    self.scope = scope
  }

  /// Selects the request with `id`; without an `id`, all requests of the owner or of all users, optionally of one app.
  ///
  /// - Throws: A refusal of an unknown id, and of requests of other users.
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

  /// Returns whether the request belongs to the scope and to the named app, if there is one. Does not check `only`.
  func includes(_ key: RequestKey) -> Bool {
    scope.sees(key) && (app ?? key.app) == key.app
  }

  /// Whether a run belongs to the selection; its request may no longer exist.
  func includes(_ key: RequestKey, id: String?) -> Bool {
    includes(key) && (id ?? key.id) == key.id
  }
}
