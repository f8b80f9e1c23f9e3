// Swift Testing is not available if the Swift runtime is linked statically, as in the installed programs.
#if canImport(Testing)
  import Testing

  /// Gives each test its own bench, as `Bench.current`.
  public struct BenchTrait: TestTrait, SuiteTrait, TestScoping {
    let app: BenchApp
    let options: BenchOptions
    var matrix: BenchMatrix?

    /// Whether each test of a suite has its own bench.
    public var isRecursive: Bool { true }

    /// Runs a test on its bench, and records the failures of the app as issues of the test.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let location = test.sourceLocation
      if matrix != nil || options.isolation == .process {
        let variants = VariantTest(app: app, matrix: matrix, options: options)
        let results = try await variants.results(of: TestCall(test, testCase)) { _ in
          try await function()
        }
        results.report(areExpected: false)
        for finding in results.findings { Issue.record(finding, or: location) }
        return
      }
      let outcome = try await BenchRecording.$test.withValue(TestCall(test, testCase).test) {
        try await Bench.runTest(of: app, options) { failure in
          Issue.record([failure], or: location)
        } _: { _ in
          try await function()
        }
      }
      Issue.record(outcome.failures, or: location)
      if let error = outcome.error { throw error }
    }
  }

  extension Issue {
    /// Records failures of an app at their places in the code of the app.
    ///
    /// - Parameter location: The place to use if a failure has none, such as that of the test.
    fileprivate static func record(_ failures: [BenchFailure], or location: SourceLocation) {
      SARIFFile.ofEnvironment?.add(failures, areExpected: false)
      for (failure, count) in failures.distinct {
        let place = failure.location.flatMap { SourceLocation($0) }
        let note = BenchFailures.note(on: count).map { Comment(rawValue: $0) }
        record(failure, note, sourceLocation: place ?? location)
      }
    }
  }

  extension Issue {
    /// Records a finding of a test over a matrix at the place of its failure.
    fileprivate static func record(_ finding: BenchVariantFinding, or location: SourceLocation) {
      let place = finding.failure?.location.flatMap { SourceLocation($0) }
      // A failure of a test without a matrix needs no text about variants.
      if let failure = finding.failure, finding.variants.isEmpty {
        record(failure, sourceLocation: place ?? location)
        return
      }
      record("\(finding.description)", sourceLocation: place ?? location)
    }
  }

  extension SourceLocation {
    /// The place in the code of an app; `nil` if it is no place in a Swift file.
    fileprivate init?(_ place: BenchFailure.Location) {
      // Swift Testing requires a file identifier with a module.
      guard place.fileID.contains("/"), place.line > 0 else { return nil }
      self.init(fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1)
    }
  }

  extension Trait where Self == BenchTrait {
    /// Gives each test its own bench, as `Bench.current`, with `app` on its device. Benches of a process run one after
    /// the other. The test fails for each failure of the app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - life: The simulated life of the device and its user.
    public static func bench(_ app: BenchApp, life: DeviceLife = .still) -> BenchTrait {
      bench(app, BenchOptions(life: life))
    }

    /// Gives each test its own bench, with all options.
    public static func bench(_ app: BenchApp, _ options: BenchOptions) -> BenchTrait {
      BenchTrait(app: app, options: options)
    }

    /// Runs each test once for each variant of a matrix, on benches in several processes, as `Bench.current`. Each
    /// finding of the variants is an issue, with the number of variants and the command that repeats the first one.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - matrix: The devices, users and seeds.
    ///   - options: The options of each bench. Its life and its start are those of the variant.
    public static func bench(
      _ app: BenchApp, on matrix: BenchMatrix, _ options: BenchOptions = BenchOptions()
    ) -> BenchTrait {
      var trait = BenchTrait(app: app, options: options)
      trait.matrix = matrix
      return trait
    }
  }
#endif
