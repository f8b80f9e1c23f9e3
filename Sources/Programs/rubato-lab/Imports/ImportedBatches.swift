import Control
import Files
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// The requests of an import, by their owners. Only root has more than one owner.
struct ImportedBatches {
  /// The requests of one owner.
  private struct Part {
    /// The owner; `nil` for the caller.
    var user: TaskMachine.User?
    var entries: [SubmittedFiles.Entry]
  }

  private var parts: [Part] = []
  private let verb: ImportVerb

  /// Sorts requests by their owners. Throws a refusal, and names each request whose owner does not exist.
  init(_ entries: [SubmittedFiles.Entry], _ verb: ImportVerb) throws(Failure) {
    self.verb = verb
    try RepeatedIDs.refuse(entries)
    var unknown: [String] = []
    for entry in entries {
      // Only root acts as other users. Requests of root, and those of another caller, are submitted as the caller.
      guard geteuid() == 0, let name = (try? entry.task.get())?.user, Users.uid(name) != 0 else {
        add(entry, of: nil)
        continue
      }
      guard Users.uid(name) != nil, let user = TaskMachine.system.user(name) else {
        unknown.append(
          "\(entry.file):\(entry.line): user '\(name.visible)' not found; use a user's name or uid")
        continue
      }
      add(entry, of: user)
    }
    guard unknown.isEmpty else {
      throw .refused((unknown + ["nothing was imported"]).joined(separator: "\n"))
    }
  }

  /// Adds a request to the part of its owner. A request of another user gets that user's home as its directory, and the
  /// user's environment variables, unless its file sets them. A request with an error is added unchanged.
  ///
  /// - Parameter user: The owner; `nil` for the caller, whose request is also added unchanged.
  private mutating func add(_ entry: SubmittedFiles.Entry, of user: TaskMachine.User?) {
    var entry = entry
    if let user, case .success(var task) = entry.task {
      task.directory = task.directory ?? user.home
      let userVariables = [
        "HOME": user.home, "LOGNAME": user.name, "SHELL": user.shell, "USER": user.name,
      ]
      task.environment.merge(userVariables) { fromFile, _ in fromFile }
      entry.task = .success(task)
    }
    if let index = parts.firstIndex(where: { $0.user?.uid == user?.uid }) {
      parts[index].entries.append(entry)
    } else {
      parts.append(Part(user: user, entries: [entry]))
    }
  }

  /// Submits all requests of each owner, or none of them. Nothing is submitted if a request of any owner is refused
  /// before it is sent.
  func submit() throws(Failure) {
    var batches: [(user: TaskMachine.User?, batch: SubmittedBatch)] = []
    var problems: [Failure] = []
    // cron and anacron start their entries in the zone of the machine.
    let inheritsZone = verb.source != .crontab && verb.source != .anacrontab
    for part in parts {
      try Self.acting(as: part.user) { () throws(Failure) in
        var batch = try SubmittedBatch(
          part.entries, try verb.atomicSubmission(), Session(verb.connection),
          inheritsZone: inheritsZone)
        do throws(Failure) {
          try batch.refuseProblems()
        } catch {
          problems.append(error)
        }
        batches.append((part.user, batch))
      }
    }
    for problem in problems.dropLast() { problem.report(asJSON: verb.connection.json) }
    if let last = problems.last { throw last }
    for index in batches.indices {
      do throws(Failure) {
        try Self.acting(as: batches[index].user) { () throws(Failure) in
          try batches[index].batch.submit()
        }
      } catch {
        throw index == 0 ? error : error.adding("the requests of other users are queued")
      }
    }
  }

  /// Calls `body` with the effective user and group of `user`, which the daemon sees as the caller.
  private static func acting(
    as user: TaskMachine.User?, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard let user else { return try body() }
    let (ownUser, ownGroup) = (geteuid(), getegid())
    let group = getpwuid(user.uid).map { $0.pointee.pw_gid } ?? ownGroup
    // Only root can change the group, so it is changed before the user, and restored after the user.
    guard setegid(group) == 0, seteuid(user.uid) == 0 else {
      _ = setegid(ownGroup)
      throw .refused("cannot act as \(user.name.visible): \(String(cString: strerror(errno)))")
    }
    defer {
      _ = seteuid(ownUser)
      _ = setegid(ownGroup)
    }
    try body()
  }
}
