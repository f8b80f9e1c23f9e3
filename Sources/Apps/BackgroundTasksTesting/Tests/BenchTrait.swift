// Swift Testing is not there where the Swift runtime is linked statically, as in what is installed.
#if canImport(Testing)
  import Testing

  /// Gives each test a bench of its own, as `Bench.current`.
  public struct BenchTrait: TestTrait, SuiteTrait, TestScoping {
    let app: BenchApp
    let options: BenchOptions

    /// Each test of a suite has a bench of its own.
    public var isRecursive: Bool { true }

    /// Runs a test on its bench.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let location = test.sourceLocation
      let failures = try await Bench.failures(of: app, options) { failure in
        Issue.record("\(failure.description)", sourceLocation: location)
      } _: { _ in
        try await function()
      }
      for failure in failures {
        Issue.record("\(failure.description)", sourceLocation: test.sourceLocation)
      }
    }
  }

  extension Trait where Self == BenchTrait {
    /// Gives each test a bench of its own, as `Bench.current`, with `app` on its device. Benches of a process come one after
    /// the other. The test fails of all that the app does wrong.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - life: What the device and its user do by themselves.
    public static func bench(_ app: BenchApp, life: DeviceLife = .still) -> BenchTrait {
      bench(app, BenchOptions(life: life))
    }

    /// The same with all that can be set.
    public static func bench(_ app: BenchApp, _ options: BenchOptions) -> BenchTrait {
      BenchTrait(app: app, options: options)
    }
  }
#endif
