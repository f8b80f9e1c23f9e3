import Scheduling

// What else a request's row holds: its steps, how its runs are treated, where it comes from and how
// far it has come.

extension RunTerms {
  func bind(to binder: inout Binder) {
    binder.bind(limits.fields)
    binder.bind(onClosedGate.rawValue)
    binder.bind(earlySignal.map { Int64($0) })
    binder.bind(onLostPreference.map { Int64($0) })
    binder.bind(signalsReadiness)
    binder.bind(onFailure)
    binder.bind(preventsSleep)
  }

  init(from row: inout RowReader) throws(StoreError) {
    self.init()
    limits = RunLimits(fields: try row.map())
    onClosedGate = try row.word()
    earlySignal = try row.optionalInteger(as: Int32.self)
    onLostPreference = try row.optionalInteger(as: Int32.self)
    signalsReadiness = try row.flag()
    onFailure = try row.optionalText()
    preventsSleep = try row.flag()
  }
}

extension Checkpoint {
  func bind(to binder: inout Binder) {
    binder.bind(Int64(stepsDone))
    binder.bind(data)
    binder.bind(share)
    binder.bind(Int64(crashes))
    binder.bind(isQuarantined)
  }

  init(from row: inout RowReader) throws(StoreError) {
    self.init()
    stepsDone = try row.integer(as: Int.self)
    data = try row.optionalText()
    share = try row.optionalDouble()
    crashes = try row.integer(as: Int.self)
    isQuarantined = try row.flag()
  }
}

extension RunLimits {
  fileprivate var fields: [String: String] {
    var fields: [String: String] = [:]
    fields["memory"] = memoryBytes.map { String($0) }
    fields["tasks"] = tasks.map { String($0) }
    fields["cpu"] = cpuPercent.map { String($0) }
    fields["cpuWeight"] = cpuWeight.map { String($0) }
    fields["ioWeight"] = ioWeight.map { String($0) }
    return fields
  }

  fileprivate init(fields: [String: String]) {
    self.init()
    memoryBytes = fields["memory"].flatMap { Int64($0) }
    tasks = fields["tasks"].flatMap { Int($0) }
    cpuPercent = fields["cpu"].flatMap { Int($0) }
    cpuWeight = fields["cpuWeight"].flatMap { Int($0) }
    ioWeight = fields["ioWeight"].flatMap { Int($0) }
  }
}

extension [Step] {
  /// Each step as its name, its limit in nanoseconds or nothing, how many arguments, and those.
  var words: [String] {
    flatMap { step in
      [step.name, step.limit.map { String($0.nanoseconds) } ?? "", String(step.arguments.count)]
        + step.arguments
    }
  }
}

extension RowReader {
  mutating func steps() throws(StoreError) -> [Step] {
    let words = try list()
    var rest = words[...]
    var steps: [Step] = []
    while let name = rest.popFirst() {
      guard let limit = rest.popFirst(), let count = rest.popFirst().flatMap({ Int($0) }),
        count >= 0, count <= rest.count
      else { throw unreadable(words.joined(separator: " ")) }
      steps.append(
        Step(
          name: name, arguments: Array(rest.prefix(count)),
          limit: Int64(limit).map { .nanoseconds($0) }))
      rest = rest.dropFirst(count)
    }
    return steps
  }

  mutating func declaration() throws(StoreError) -> Declaration? {
    let file = try optionalText()
    let digest = try optionalText()
    guard let file, let digest else { return nil }
    return Declaration(file: file, digest: digest)
  }

  mutating func timer() throws(StoreError) -> AdoptedTimer? {
    let words = try list()
    guard words.count == 3 else { return nil }
    return AdoptedTimer(name: words[0], fileState: words[1], wasActive: words[2] == "1")
  }
}
