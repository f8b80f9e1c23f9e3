// The size of requests and apps in memory and on disk, as limits count it.

/// Adds up texts.
struct TextSize {
  /// Bytes, including the overhead of the array that contains each text.
  private(set) var bytes = 0

  /// The bytes of a text in an array, in addition to its characters.
  private static let overhead = 32

  mutating func add(_ text: String) { bytes += text.utf8.count + Self.overhead }

  mutating func add(_ texts: [String]) {
    for text in texts { add(text) }
  }

  mutating func add(_ text: String?) {
    if let text { add(text) }
  }
}

extension Request {
  /// The bytes of all its texts, and 32 for each of them.
  var textSize: Int {
    var size = TextSize()
    size.add(key.id)
    size.add(key.app)
    size.add(terms.group)
    size.add(terms.command)
    let (needs, run) = (terms.needs, terms.run)
    size.add(needs)
    size.add(run.tags)
    size.add(run.onFailure)
    size.add(run.onFailureCommand)
    size.add(run.onOverdueCommand)
    if let task = terms.task { size.add(task) }
    size.add(terms.declaration?.file)
    size.add(terms.declaration?.digest)
    size.add(terms.timer?.name)
    return size.bytes
  }
}

extension TextSize {
  /// Adds the texts of a command, of its steps and of its environment.
  fileprivate mutating func add(_ command: Command) {
    add(command.directory)
    add(command.arguments)
    for step in command.steps {
      add(step.name)
      add(step.arguments)
    }
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) {
      add(name)
      add(value)
    }
    add(command.unit)
  }

  /// Adds the texts of the needs, and those that the progress of the request may repeat.
  fileprivate mutating func add(_ needs: Needs) {
    // A change repeats the name a second and a third time, and the stamp counts as a fourth.
    for watched in needs.changes.watched {
      for _ in 0..<4 { add(watched.text) }
    }
    for path in needs.paths { add(path.text) }
    for network in needs.networks { add(network.text) }
    if !needs.predecessors.isEmpty {
      // Progress repeats each id twice.
      for id in needs.predecessors.all {
        for _ in 0..<3 { add(id) }
      }
    }
    add(needs.condition)
  }

  /// Adds the texts of a task: the name of its session, titles, a payload, or the content of a notification.
  fileprivate mutating func add(_ task: TaskClass) {
    add(task.session)
    add(task.continued?.title)
    add(task.continued?.subtitle)
    switch task {
    case .push(let payload), .response(let payload): add(payload)
    default: break
    }
    for text in task.notification?.texts.map(\.text) ?? [] { add(text) }
  }
}
