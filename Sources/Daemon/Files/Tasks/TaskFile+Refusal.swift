import Scheduling

extension TaskFile {
  /// Returns a refusal of the scheduler as an error at its place in the file. Its message names keys of the file in
  /// place of fields of a submission.
  package func error(of refusal: Refusal) -> FileError {
    let key = Self.key(of: refusal.field)
    let message = Refusal.replacingFields(in: refusal.message) { field in
      let option = Terms.options.first { $0.field == field }?.key
      // Some fields have the name of their key, such as `steps`. Other words of the message stay.
      let keyInFile = option ?? TaskKey.all.first { $0 == field }
      return keyInFile.map { "'\($0)'" }
    }
    guard !refusal.field.isEmpty, message.hasPrefix("\(refusal.field) ") else {
      return error(key, message)
    }
    // The message begins with the name of the field, which the key of the file replaces.
    return error(key, key + message.dropFirst(refusal.field.count))
  }

  /// Whether the file has the key for a field of a submission.
  package func sets(_ field: String) -> Bool { places[Self.key(of: field)] != nil }

  /// Returns the key for a field of a submission: `at-latest` for `atLatest`. The key is `id`, which no file has, if no
  /// key sets the field.
  static func key(of field: String) -> String {
    // These have no key of their own.
    if ["", "command.arguments", "command.umask"].contains(field) { return "command" }
    if field.hasPrefix("command.steps") { return "steps" }
    if field == "groupWidth" { return "group" }
    if let option = Terms.options.first(where: { $0.field == field }) { return option.key ?? "id" }
    let name = field.hasPrefix("command.") ? String(field.dropFirst("command.".count)) : field
    if let key = limits[name] { return key }
    return TaskKey.all.contains(name) ? name : "id"
  }

  /// The keys of resource limits, by the fields of a submission.
  private static let limits = [
    "limits.memoryBytes": "limits.memory", "limits.tasks": "limits.tasks",
    "limits.cpuPercent": "limits.cpu", "limits.cpuWeight": "limits.cpu-weight",
    "limits.ioWeight": "limits.io-weight",
  ]

  /// Returns the request that the scheduler makes of the task. Throws its refusal, except for reasons that depend
  /// on other requests.
  package func request(
    on machine: TaskMachine, now: WallTime, zone: some ZoneRules
  ) throws(FileError) -> Request {
    let submission = try submission(on: machine, now: now, zone: zone)
    // With the default settings: the policy of the daemon is not known here.
    let check = SubmissionCheck(
      settings: Settings(), zoneSeconds: zone.secondsFromUTC(at: now))
    do throws(Refusal) {
      return try check.request(submission, named: id, at: now)
    } catch {
      throw self.error(of: error)
    }
  }
}
