import OrderedCollections
import Simulation

/// The result of a population or of a shard; shards are merged from files of this form.
package struct PopulationResult: Hashable, Codable, Sendable {
  /// The terms that must be equal for shards to be merged.
  package struct Terms: Hashable, Codable, Sendable {
    /// The version of this program.
    package var version: String
    /// The file's name as it was given.
    package var subject: String
    /// A digest of the files that describe its devices.
    package var content: String
    /// A digest of the policy's numbers.
    package var policy: String
    package var population: Int
    package var seed: UInt64
    package var days: Double?
    package var refreshesPerDay: Int?
    /// A digest of the checked promises; `nil` if none are checked.
    package var promises: String?
    /// The words of the command that simulates one device, without the device's number. They are not compared: files
    /// can have other paths on other machines. `nil` if they are unknown.
    package var command: [String]?
    /// The file of the promises, which is not compared; `nil` if there is none, or if it is not needed.
    package var expect: String?

    package init(
      version: String, subject: String, content: String, policy: String, population: Int,
      seed: UInt64, days: Double?, refreshesPerDay: Int?
    ) {
      self.version = version
      self.subject = subject
      self.content = content
      self.policy = policy
      self.population = population
      self.seed = seed
      self.days = days
      self.refreshesPerDay = refreshesPerDay
    }

    /// The words of the command that simulates one device. If they are unknown, the subject is named without options.
    var deviceCommand: [String] { command ?? ["rubatoctl", "simulate", subject] }

    /// The words of the command that simulates the population.
    var populationCommand: [String] {
      deviceCommand + ["--population", "\(population)"] + (expect.map { ["--expect", $0] } ?? [])
    }
  }

  package var terms: Terms
  /// The shard; `nil` for the whole population.
  package var shard: Shard?
  package var result: PopulationFigures
  /// The number of simulated devices, the first of the shard; `nil` if all are simulated.
  package var done: Int?

  package init(terms: Terms, shard: Shard?, result: PopulationFigures) {
    self.terms = terms
    self.shard = shard
    self.result = result
  }

  private enum CodingKeys: String, CodingKey {
    case terms, shard, result, done
  }

  private enum AnswerKeys: String, CodingKey {
    case answers
  }

  /// Encodes the result and, for a whole population with promises, the answers, which are not read again.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(terms, forKey: .terms)
    try container.encodeIfPresent(shard, forKey: .shard)
    try container.encode(result, forKey: .result)
    try container.encodeIfPresent(done, forKey: .done)
    let answers = answers
    guard !answers.isEmpty else { return }
    var extra = encoder.container(keyedBy: AnswerKeys.self)
    try extra.encode(answers, forKey: .answers)
  }
}

/// The reason why files cannot be merged.
package struct MergeError: Error, Hashable, CustomStringConvertible, Sendable {
  package var description: String
  /// The parts of the population that no file has; empty for another reason.
  package var missing: [MissingPart] = []
}

extension PopulationResult {
  /// Merges the whole population from its shards, in any order. Returns a whole population in a single file as it is.
  /// Throws an error if the files are not all devices of one population, each of them once.
  ///
  /// - Parameter files: Each result with the name of its file.
  package static func merge(
    _ files: [(name: String, result: PopulationResult)]
  ) throws(MergeError) -> PopulationResult {
    // The words of commands are those of the lowest shard, so that the order of the files does not matter.
    let lowest = files.min { $0.result.shard?.number ?? 1 < $1.result.shard?.number ?? 1 }
    guard let first = files.first, let lowest else {
      throw MergeError(description: "nothing to merge; name the files of all shards")
    }
    var fileOfShard: OrderedDictionary<Int, String> = [:]
    var merged = PopulationResult(
      terms: lowest.result.terms, shard: nil, result: PopulationFigures())
    for file in files {
      guard file.result.isConsistent else {
        throw MergeError(description: "\(file.name) is damaged; simulate this shard again")
      }
      try checkTerms(of: file, equalThoseOf: first)
      guard let shard = file.result.shard ?? (files.count == 1 ? .whole : nil) else {
        throw MergeError(
          description: "\(file.name) is a whole population, not a shard; omit it")
      }
      if let other = fileOfShard.updateValue(file.name, forKey: shard.number) {
        throw MergeError(
          description: "\(file.name) is shard \(shard.number)/\(shard.of), like \(other);"
            + " name each shard once")
      }
      merged.result += file.result.result
    }
    let missing = MissingPart.all(in: files)
    guard missing.isEmpty else {
      let count = Int64(merged.terms.population) - merged.result.figures.device.devices
      throw MergeError(
        description: "\(count) of \(merged.terms.population) devices are missing",
        missing: missing)
    }
    merged.complete()
    return merged
  }

  /// Throws an error with the first term in which the result differs from the first file's.
  private static func checkTerms(
    of file: (name: String, result: PopulationResult),
    equalThoseOf first: (name: String, result: PopulationResult)
  ) throws(MergeError) {
    guard let difference = differences(file.result, first.result).first else { return }
    throw MergeError(
      description: "\(file.name) was made with \(difference.one), \(first.name) with"
        + " \(difference.other); merge the shards of one population")
  }

  /// Returns the terms in which two results differ, as text with the name and the value of each; empty if they are
  /// shards of one population.
  static func differences(
    _ one: PopulationResult, _ other: PopulationResult
  ) -> [(one: String, other: String)] {
    let pairs: [(String, (PopulationResult) -> String)] = [
      ("version", { $0.terms.version }), ("population", { "\($0.terms.population)" }),
      ("seed", { "\($0.terms.seed)" }), ("content", { $0.terms.content }),
      ("policy", { $0.terms.policy }), ("days", { $0.terms.days.map { "\($0)" } ?? "all" }),
      ("refreshes a day", { $0.terms.refreshesPerDay.map { "\($0)" } ?? "not set" }),
      ("promises", { $0.terms.promises ?? "none" }),
      ("number of shards", { "\($0.shard?.of ?? 1)" }),
    ]
    return pairs.compactMap { name, text in
      let (textOfOne, textOfOther) = (text(one), text(other))
      return textOfOne == textOfOther ? nil : ("\(name) \(textOfOne)", "\(name) \(textOfOther)")
    }
  }
}
