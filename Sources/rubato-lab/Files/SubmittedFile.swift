import Control
import Files
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// The task of a file, submitted as if its keys had been typed as options.
struct SubmittedFile {
  let task: TaskFile

  init(_ path: String) throws(Failure) {
    let entry = try TaskTree.Entry(file: path)
    var rules = TaskRules()
    rules.requiresPeriod = false
    let reading = TaskReading(TaskTree(layers: [TaskTree.Layer(entries: [entry])]), rules: rules)
    if let problem = reading.problems.first {
      let count = reading.problems.count - 1
      let rest = count == 0 ? "" : " (and \(count) more: rubatoctl policy check \(path))"
      throw .refused("\(problem.error)\(rest)")
    }
    guard let task = reading.tasks.first else {
      throw .refused("\(path) is empty, so there is nothing to submit")
    }
    if let user = task.user, Users.uid(user) != Int64(geteuid()) {
      throw .refused(
        "\(task.error("user", "what is submitted runs as you, not as '\(user)'; declare it in"))"
          + " \(TaskPlaces.system[0]) for another user")
    }
    self.task = task
  }

  /// The call; what was typed beside the file's name comes before what is in it.
  func call(
    _ terms: SubmitTerms, _ surroundings: SubmitSurroundings
  ) throws(Failure) -> Submit {
    var (terms, surroundings) = (terms, surroundings)
    terms.fill(from: task)
    surroundings.fill(from: task)
    return try terms.call(try command(surroundings))
  }

  private func command(_ surroundings: SubmitSurroundings) throws(Failure) -> CommandInfo {
    switch task.work {
    case .unit(let name): return .starting(name, signal: surroundings.signal)
    case .command(let words): return try surroundings.resolve(words)
    case .steps(let steps):
      var command = try surroundings.resolve([] as [String])
      command.steps = try surroundings.resolve(
        steps.map { step in
          StepInfo(name: step.name, arguments: step.words, limit: step.limit?.seconds)
        })
      return command
    }
  }
}

extension SubmitTerms {
  fileprivate mutating func fill(from task: TaskFile) {
    id = id ?? task.id
    kind = kind ?? task.kind?.rawValue
    earliest = earliest ?? task.earliest
    latest = latest ?? task.latest
    atLatest = atLatest ?? task.atLatest?.rawValue
    every = every ?? task.every?.notation
    flex = flex ?? task.flex?.notation
    if requires.isEmpty { requires = task.requires.names + task.paths.map { "path=\($0)" } }
    if prefer.isEmpty { prefer = task.prefers.names }
    condition = condition ?? task.condition
    budget = budget ?? task.budget?.notation
    grace = grace ?? task.grace?.notation
    allowBattery = allowBattery || task.allowsBattery ?? false
    expedited = expedited || task.isExpedited ?? false
    group = group ?? task.group
    retries = retries ?? task.retries.map { String($0) }
    backoff = backoff ?? task.backoff?.rawValue
    backoffDelay = backoffDelay ?? task.backoffDelay?.notation
    fillRun(from: task)
  }

  private mutating func fillRun(from task: TaskFile) {
    let limits = task.limits
    let words = [
      limits.memoryBytes.map { "memory=\($0)" }, limits.tasks.map { "tasks=\($0)" },
      limits.cpuPercent.map { "cpu=\($0)%" }, limits.cpuWeight.map { "cpu-weight=\($0)" },
      limits.ioWeight.map { "io-weight=\($0)" },
    ]
    limit = words.compactMap(\.self) + limit
    onClosedGate = onClosedGate ?? task.onClosedGate?.rawValue
    earlySignal = earlySignal ?? task.earlySignal?.rawValue
    onLostPreference = onLostPreference ?? task.onLostPreference?.rawValue
    ready = ready || task.signalsReadiness ?? false
    preventSleep = preventSleep || task.preventsSleep ?? false
    onFailure = onFailure ?? task.onFailure
  }
}

extension SubmitSurroundings {
  fileprivate mutating func fill(from task: TaskFile) {
    env = task.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + env
    directory = directory ?? task.directory
    signal = signal ?? task.signal?.rawValue
  }
}
