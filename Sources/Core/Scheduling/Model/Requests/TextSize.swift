// The size of requests and apps in memory and on disk, as limits count it.

/// Adds up texts.
struct TextSize {
  /// Bytes, including the overhead of the array that contains each text.
  private(set) var bytes = 0

  mutating func add(_ text: String) { bytes += text.utf8.count + 32 }

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
    size.add([key.id, terms.command.directory])
    size.add(terms.command.arguments)
    for step in terms.command.steps {
      size.add(step.name)
      size.add(step.arguments)
    }
    for (name, value) in terms.command.environment.sorted(by: { $0.key < $1.key }) {
      size.add(name)
      size.add(value)
    }
    // A change repeats the name a second and a third time, and the stamp counts as a fourth.
    for what in terms.needs.changes.watched {
      size.add([what.text, what.text, what.text, what.text])
    }
    for path in terms.needs.paths + terms.needs.networks { size.add(path.text) }
    // Progress repeats each id twice.
    for id in terms.needs.predecessors.all { size.add([id, id, id]) }
    size.add(terms.run.tags)
    size.add(terms.task?.session)
    for text in [terms.task?.continued?.title, terms.task?.continued?.subtitle] { size.add(text) }
    switch terms.task {
    case .push(let payload), .response(let payload): size.add(payload)
    default: break
    }
    for (_, text, _) in terms.task?.notification?.texts ?? [] { size.add(text) }
    for text in [key.app, terms.group, terms.command.unit, terms.needs.condition] { size.add(text) }
    for text in [terms.run.onFailure, terms.run.onFailureCommand, terms.run.onOverdueCommand] {
      size.add(text)
    }
    for text in [terms.declaration?.file, terms.declaration?.digest, terms.timer?.name] {
      size.add(text)
    }
    return size.bytes
  }
}
