import Glibc
import Scheduling
import VarlinkServer

/// The caller, as reported by the kernel.
struct Caller: Sendable {
  var uid: UInt32
  /// Whether the caller sees and manages everything: root, a member of the group rubato, or the user that the
  /// daemon runs as.
  var isPrivileged: Bool
  /// Whether the caller is root or a member of the group rubato, so that its reports about other users are believed.
  var isWitness: Bool

  /// Makes the caller from the process that has connected. `group` is the group rubato; `nil` if it does not exist.
  init(_ peer: Peer, group: UInt32?) {
    uid = peer.uid
    isWitness = peer.uid == 0 || group.map { peer.isMember(ofGroup: $0) } ?? false
    isPrivileged = isWitness || peer.uid == geteuid()
  }

  /// Returns the group whose members manage all requests; `nil` if it does not exist.
  static func administratorGroup() -> UInt32? {
    getgrnam("rubato").map { UInt32($0.pointee.gr_gid) }
  }

  /// Throws a refusal unless the caller is privileged. `do` names the refused action in the message, such as `set
  /// tiers`.
  func requirePrivilege(to do: String) throws(Refusal) {
    guard !isPrivileged else { return }
    throw Refusal(
      .notPermitted, field: "uid", value: String(uid),
      message: Self.administratorsOnly(to: `do`))
  }

  /// Returns the end of the message of a refusal: only administrators may perform the action `do`.
  static func administratorsOnly(to do: String) -> String {
    "only root and members of the group rubato may \(`do`); use sudo"
  }
}

extension Refusal {
  /// Returns the refusal as `caller` may read it. For an unprivileged caller, replaces advice that only administrators
  /// can follow.
  func adapted(to caller: Caller) -> Refusal {
    guard let advice = administratorAdvice, !caller.isPrivileged, message.hasSuffix(advice) else {
      return self
    }
    var refusal = self
    refusal.message =
      message.dropLast(advice.count) + "Only root and the group rubato can override this"
    return refusal
  }
}

/// The users whose requests a call is about.
struct Scope: Sendable {
  /// The only user; `nil` if all users are meant.
  var owner: UInt32?

  /// Covers one user, who is the caller if the call names no owner, or all users. Throws a refusal if the caller may
  /// not see the requests of other users.
  init(_ caller: Caller, owner: Int64?, allUsers: Bool?) throws(Refusal) {
    if allUsers == true {
      try caller.requirePrivilege(to: "see all users' requests")
      self.owner = nil
      return
    }
    self.owner = try Self.owner(named: owner, by: caller)
  }

  /// Returns the uid that a call names as `owner`, or the caller's if it names none. Throws a refusal if the uid is
  /// another user's and the caller is not privileged, or if it is no uid.
  static func owner(named owner: Int64?, by caller: Caller) throws(Refusal) -> UInt32 {
    guard let owner, owner != Int64(caller.uid) else { return caller.uid }
    try caller.requirePrivilege(to: "manage another user's requests")
    guard let uid = UInt32(exactly: owner) else {
      throw Refusal(field: "owner", value: String(owner), allowed: "a uid")
    }
    return uid
  }

  /// Returns whether the request of `key` belongs to this scope.
  func sees(_ key: RequestKey) -> Bool {
    owner.map { $0 == key.owner } ?? true
  }

  /// Returns `values` without the paths that only requests of other users name, and with a question mark for each
  /// network that no request of this user names; all values if this covers all users.
  func seen(of values: [DeviceValue], _ core: Scheduler) -> [DeviceValue] {
    guard let owner else { return values }
    return values.compactMap { value in
      switch value {
      case .path(let path, _): core.isNamed(path, by: owner) ? value : nil
      case .networkNames(let names?):
        .networkNames(NetworkName.listed(names.map { core.shown(network: $0, to: owner) }))
      default: value
      }
    }
  }

  /// Whether the notice is about the device, or about a request or process in this scope.
  func sees(_ notice: Notice) -> Bool {
    if case .processEnded(let process) = notice {
      return owner.map { $0 == process.app.owner } ?? true
    }
    return notice.key.map { sees($0) } ?? true
  }
}

extension DeviceValue {
  /// Whether the shown value depends on the user.
  var isShownByUser: Bool {
    switch self {
    case .path, .networkNames: true
    default: false
    }
  }
}

extension Scope {
  /// Covers everything that the caller may see.
  init(ofAllSeenBy caller: Caller) {
    owner = caller.isPrivileged ? nil : caller.uid
  }
}

extension Notice {
  /// The request that the notice is about; `nil` for the device and for processes of apps.
  var key: RequestKey? {
    switch self {
    case .device, .processEnded: nil
    case .accepted(let request), .overdue(let request): request.key
    case .removed(let key, _): key
    case .started(let run), .warned(let run, _), .killing(let run, _), .frozen(let run, _),
      .thawed(let run), .ended(let run, _):
      run.key
    }
  }
}
