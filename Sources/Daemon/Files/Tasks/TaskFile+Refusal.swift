import Scheduling

extension TaskFile {
  /// A refusal of the scheduler, at the place in the file that it is about.
  package func error(of refusal: Refusal) -> FileError {
    let key = Self.key(of: refusal.field)
    guard !refusal.field.isEmpty, refusal.message.hasPrefix("\(refusal.field) ") else {
      return error(key, refusal.message)
    }
    return error(key, key + refusal.message.dropFirst(refusal.field.count))
  }

  /// The key that fills a field of a submission: `at-latest` for `atLatest`.
  static func key(of field: String) -> String {
    if ["", "command.arguments", "command.umask"].contains(field) { return "command" }
    if field.hasPrefix("command.steps") { return "steps" }
    if let option = Terms.options.first(where: { $0.field == field }) { return option.key ?? "id" }
    let name = field.hasPrefix("command.") ? String(field.dropFirst("command.".count)) : field
    if let key = limits[name] { return key }
    return TaskKey.all.contains(name) ? name : "id"
  }

  private static let limits = [
    "limits.memoryBytes": "limits.memory", "limits.tasks": "limits.tasks",
    "limits.cpuPercent": "limits.cpu", "limits.cpuWeight": "limits.cpu-weight",
    "limits.ioWeight": "limits.io-weight",
  ]

  /// What the scheduler makes of the task, or what it has against it: everything but what depends on
  /// its other requests.
  package func request(
    on machine: TaskMachine, now: WallTime, zone: some ZoneRules
  ) throws(FileError) -> Request {
    let submission = try submission(on: machine, now: now, zone: zone)
    let check = SubmissionCheck(
      settings: Settings(), zoneSeconds: zone.secondsFromUTC(at: now))
    do throws(Refusal) {
      return try check.request(submission, named: id, at: now)
    } catch {
      throw self.error(of: error)
    }
  }
}
