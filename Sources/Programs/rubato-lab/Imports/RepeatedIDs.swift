import Files
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// The requests of an import or of a submission that would replace one another.
enum RepeatedIDs {
  /// The name of a request to the daemon, and to the requests that follow it.
  struct Name: Hashable {
    private let owner: String
    private let id: String

    /// Makes the name of a request of the owner of `task`.
    init(_ task: TaskFile, id: String) {
      (owner, self.id) = (RepeatedIDs.owner(of: task), id)
    }
  }

  /// Throws a refusal that names both places of each id that an owner has twice.
  ///
  /// - Parameter consequence: The end of the refusal.
  static func refuse(
    _ entries: [SubmittedFiles.Entry], consequence: String = "nothing was imported"
  ) throws(Failure) {
    var places: [Name: String] = [:]
    var problems: [String] = []
    for entry in entries {
      guard let task = try? entry.task.get(), !task.id.isEmpty else { continue }
      let place = "\(entry.file):\(entry.line)"
      let name = Name(task, id: task.id)
      if let first = places[name] {
        problems.append(
          "\(place): the id '\(task.id.visible)' is also that of \(first); give each request its own"
        )
      } else {
        places[name] = place
      }
    }
    guard problems.isEmpty else {
      throw .refused((problems + [consequence]).joined(separator: "\n"))
    }
  }

  /// Returns the uid of the owner. Only root has requests of other owners.
  static func owner(of task: TaskFile) -> String {
    guard geteuid() == 0, let user = task.user else { return String(geteuid()) }
    return Users.uid(user).map { String($0) } ?? user
  }
}
