// What requests and apps take up in memory and on disk, as limits count it.

/// Adds up texts.
struct TextSize {
  /// Bytes, and for each text what the array that holds it needs.
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
    size.add([key.id, command.directory])
    size.add(command.arguments)
    for step in command.steps {
      size.add(step.name)
      size.add(step.arguments)
    }
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) {
      size.add(name)
      size.add(value)
    }
    // What has changed names it a second and a third time, and how it looked a fourth.
    for what in needs.changes.watched { size.add([what.text, what.text, what.text, what.text]) }
    for path in needs.paths { size.add(path.text) }
    size.add(task?.session)
    for text in [task?.continued?.title, task?.continued?.subtitle] { size.add(text) }
    switch task {
    case .push(let payload), .response(let payload): size.add(payload)
    default: break
    }
    for (_, text, _) in task?.notification?.texts ?? [] { size.add(text) }
    for text in [key.app, group, command.unit, needs.condition] { size.add(text) }
    for text in [terms.onFailure, terms.onFailureCommand, terms.onOverdueCommand] { size.add(text) }
    for text in [declaration?.file, declaration?.digest, timer?.name] { size.add(text) }
    return size.bytes
  }
}
