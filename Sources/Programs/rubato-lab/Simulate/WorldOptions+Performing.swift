import Files
import Scenarios
import Scheduling
import Simulation
import Studies
import Verbs

extension WorldOptions {
  /// The largest trace, in bytes: about a century of a busy phone.
  static let longestTrace = 1_000_000_000
  /// The largest scenario, in bytes.
  static let longestScenario = 10_000_000

  /// Reads the trace; `nil` if there is only a scenario.
  func readTrace() throws(Failure) -> Trace? {
    guard let trace else { return nil }
    return try read(TextFile.read(trace, limit: Self.longestTrace), named: trace)
  }

  /// Reads the text of a trace. Throws an error if `--days` is longer than the trace.
  private func read(_ text: String, named trace: String) throws(Failure) -> Trace {
    let contents: Trace
    do throws(TraceError) {
      contents = try TraceReader.read(text, named: trace)
    } catch {
      throw Failure.refused(error.description)
    }
    try checkDays(of: trace, last: Timeline(contents, seed: 1).days)
    return contents
  }

  /// Reads the text of a scenario file.
  private func readScenario(
    _ text: String, named file: String
  ) throws(Failure) -> Scenario {
    do throws(FileError) {
      return try Scenario(yaml: text, file: file)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Refuses a scenario with a task that the scheduler would refuse. Such a task would never run, and would keep every
  /// promise about kills or lost work.
  private func checkTasks(of subject: Subject, named file: String) throws(Failure) {
    let refusal: (task: String, message: String)?
    do throws(SimulationError) {
      refusal = try subject.experiment(seed: subject.seed).refusal()
    } catch {
      throw .refused(error.description)
    }
    if let (task, message) = refusal {
      throw .refused("\(file): the task \(task) is refused: \(message)")
    }
  }

  /// Returns the subject, which has a world for each seed.
  func subject() throws(Failure) -> Subject { try subject(of: scenario) }

  /// Returns the subject of a simulation: the scenario in `file`, the trace, or the trace with the work of the
  /// scenario. With `--device` its worlds are devices, and this is the first.
  ///
  /// - Parameter seed: The seed in place of the scenario's own.
  func subject(of file: String?, seed: UInt64? = nil) throws(Failure) -> Subject {
    var options = try simulatorOptions()
    let texts = (
      trace: try trace.map { path throws(Failure) in
        try TextFile.read(path, limit: Self.longestTrace)
      },
      scenario: try file.map { path throws(Failure) in
        try TextFile.read(path, limit: Self.longestScenario)
      }
    )
    let requests = try readWorkRequests()
    let scenario = withTasks(
      of: requests?.read,
      try texts.scenario.map { text throws(Failure) in try readScenario(text, named: file ?? "") })
    var subject: Subject
    // The subject whose tasks are checked; `nil` if it is the same.
    var shortSubject: Subject?
    if let trace, let text = texts.trace {
      let contents = try read(text, named: trace)
      subject =
        scenario.map { Subject(contents, workOf: $0, options) } ?? Subject(contents, options)
    } else if let scenario {
      let typedSeed = try seedNumber()
      options.seed = seed ?? typedSeed ?? scenario.seed
      let range = scenario.range()
      try checkDays(of: file ?? "", last: (range.upperBound - range.lowerBound).seconds / 86400)
      subject = Subject(scenario, named: file ?? "", options)
      // The life does not matter to the check, and a day is created faster than a year.
      options.days = min(options.days ?? 1, 1)
      shortSubject = Subject(scenario, named: file ?? "", options)
    } else {
      throw .usage(Self.nothingNamed)
    }
    if let file = workRequests ?? file {
      try checkTasks(of: shortSubject ?? subject, named: file)
    }
    // Identifies all texts that determine the results.
    subject.content = Digest.text(
      of: workAt + (texts.trace ?? "") + (texts.scenario ?? "") + (requests?.text ?? ""))
    subject.notes = requests?.read.notes ?? subject.notes
    guard let device = try deviceNumber() else { return subject }
    subject.name += ", device \(device)"
    return subject.devices(of: seed ?? subject.seed, first: device)
  }

  /// Throws an error if `--days` is more than `length`, the days in `file`, since the figures would silently cover
  /// fewer.
  private func checkDays(of file: String, last length: Double) throws(Failure) {
    let longest = length.rounded(.up)
    // Called for its error only.
    let _: Double? = try OptionValue.read(
      days, of: "--days", allowed: "more than 0, up to the \(Int(longest)) days of \(file)"
    ) { text in Double(text).flatMap { $0 <= longest ? $0 : nil } }
  }

  /// Returns the options of the simulator from the command line, checked; the seed is 1 if it is not given.
  func simulatorOptions() throws(Failure) -> Simulator.Options {
    var options = Simulator.Options()
    options.seed = try seedNumber() ?? 1
    options.days = try OptionValue.read(
      days, of: "--days", allowed: "more than 0, up to 36600 days"
    ) { text in Double(text).flatMap { $0 > 0 && $0 <= 36_600 ? $0 : nil } }
    options.refreshesPerDay = try OptionValue.read(
      refreshesPerDay, of: "--refreshes-per-day", allowed: "1 to 100000"
    ) { text in Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil } }
    if let policy { options.settings = try NamedPolicy.settings(policy) }
    // The time of day as a time on the first day of 1970, from whose beginning it is counted.
    let midnight = WallTime(seconds: 0)
    let work = try OptionValue.read(workAt, of: "--work-at", allowed: "a time such as 18:00") {
      UniversalTime.parse("1970-01-01T\($0):00Z")
    }
    options.model.dayBegins = (work ?? midnight) - midnight
    return options
  }

  /// Returns the number of the device in its population; `nil` if it is not given.
  private func deviceNumber() throws(Failure) -> UInt64? {
    try OptionValue.read(device, of: "--device", allowed: "1 to 100000000") { text in
      UInt64(text).flatMap { (1...100_000_000).contains($0) ? $0 : nil }
    }
  }

  /// Returns the seed; `nil` if the file's own is used.
  func seedNumber() throws(Failure) -> UInt64? {
    try OptionValue.read(seed, of: "--seed", allowed: "a whole number from 0", UInt64.init)
  }
}
