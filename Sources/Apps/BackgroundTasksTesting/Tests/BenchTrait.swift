// Swift Testing is not available if the Swift runtime is linked statically, as in the installed programs.
#if canImport(Testing)
  import Testing

  /// Gives each test its own bench, as `Bench.current`.
  public struct BenchTrait: TestTrait, SuiteTrait, TestScoping {
    let app: BenchApp
    let options: BenchOptions

    /// Whether each test of a suite has its own bench.
    public var isRecursive: Bool { true }

    /// Runs a test on its bench, and records the failures of the app as issues of the test.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let location = test.sourceLocation
      let failures = try await Bench.failures(of: app, options) { failure in
        Issue.record([failure], or: location)
      } _: { _ in
        try await function()
      }
      Issue.record(failures, or: location)
    }
  }

  extension Issue {
    /// Records failures of an app at their places in the code of the app.
    ///
    /// - Parameter location: The place to use if a failure has none, such as that of the test.
    fileprivate static func record(_ failures: [BenchFailure], or location: SourceLocation) {
      SARIFFile.ofEnvironment?.add(failures, areExpected: false)
      for failure in failures {
        let place = failure.location.flatMap { SourceLocation($0) }
        record(failure, sourceLocation: place ?? location)
      }
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
  }
#endif
