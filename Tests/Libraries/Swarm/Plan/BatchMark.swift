import Scheduling

/// The place of a submission in a batch, as a word of its command. It identifies the requests of a batch on disk.
struct BatchMark: Hashable {
  /// The action that submits the batch.
  var number: Int
  /// From 0.
  var index: Int

  private static let prefix = "batch"

  init(number: Int, index: Int) {
    (self.number, self.index) = (number, index)
  }

  /// Reads the mark of `command`; returns `nil` if the command belongs to no batch.
  init?(_ command: Command) {
    let arguments = command.steps.first?.arguments ?? command.arguments
    let parts = arguments.last?.split(separator: ":") ?? []
    guard parts.count == 3, parts[0] == Self.prefix, let number = Int(parts[1]),
      let index = Int(parts[2])
    else { return nil }
    self.init(number: number, index: index)
  }

  /// Marks `command` as the submission with this index in its batch.
  func add(to command: inout Command) {
    let word = "\(Self.prefix):\(number):\(index)"
    if command.steps.isEmpty { command.arguments.append(word) }
    for index in command.steps.indices { command.steps[index].arguments.append(word) }
  }
}

extension SubmissionBatch {
  /// The number of the action that submits the batch; `nil` if the batch belongs to no plan.
  var number: Int? { submissions.first.flatMap { BatchMark($0.terms.command)?.number } }
}
