import Foundation

#if canImport(ThreadStates)
  import ThreadStates
#endif

/// A call in a test that runs benches in processes of their own. Such a process repeats the test up to the same call.
///
/// Swift Testing's exit tests are no alternative: their bodies cannot capture an app or the body of a test, XCTest has
/// none, and they report no failures. A fork without a new program has no threads, so queues and Swift tasks would
/// stand still.
struct TestCall: Sendable {
  /// A text that is the same for this call in another process.
  var key: String
  /// The name of the test as an argument of `swift test --filter`.
  let test: String
  /// The arguments with which the program of the tests repeats the test.
  var arguments: [String]
  /// Whether the program reports failed expectations as JSON, or else in its output.
  let reportsEvents: Bool

  /// Finds the present test.
  ///
  /// - Parameters:
  ///   - fileID: The module and the file of the call.
  ///   - line: The line of the call.
  ///   - function: The method of XCTest that contains the call.
  /// - Throws: `BenchError` if no test of XCTest has this name.
  static func current(fileID: String, line: Int, function: String) throws -> TestCall {
    if let call = ofSwiftTesting(line: line) { return call }
    let module = fileID.prefix { $0 != "/" }
    let method = function.prefix { $0 != "(" }
    var call = TestCall(
      key: "\(fileID):\(line) \(method)", test: "\(module).*/\(method)", arguments: [],
      reportsEvents: false)
    // The names are only for the arguments of another process, which a repetition does not start.
    if TestRepetition.current != nil || program == nil { return call }
    let names = try testsOfXCTest().filter {
      $0.hasPrefix("\(module).") && $0.hasSuffix("/\(method)")
    }
    guard !names.isEmpty else {
      throw BenchError(
        "no test \(module).\(method) found, which could be repeated in another process; call withBenches(_:on:_:_:)"
          + " in the method of the test itself")
    }
    call.arguments = [names.joined(separator: ",")]
    return call
  }

  /// The program of the tests; `nil` if it cannot be started again, since it is loaded by another program.
  static let program = ThreadStates.program

  /// Returns the names of the tests of XCTest in this program, such as `NewsTests.NewsCases/testNews`.
  private static func testsOfXCTest() throws -> [String] {
    guard let program else { return [] }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = ["--list-tests"]
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

#if canImport(Testing)
  import Testing

  extension TestCall {
    /// The call of a trait of this test and this case of it.
    init(_ test: Test, _ testCase: Test.Case?) {
      let id = String(describing: test.id)
      self.init(
        key: "\(id) \(Self.text(testCase))", test: Self.filter(id),
        arguments: [
          "--testing-library", "swift-testing", "--no-parallel", "--filter",
          "^\(Self.escaped(id))$",
        ] + Self.repetitions, reportsEvents: true)
    }

    /// The arguments by which this program runs each test several times. Its later calls have higher numbers, which
    /// another process must also reach.
    private static var repetitions: [String] {
      let (name, arguments) = ("--repetitions", ProcessInfo.processInfo.arguments)
      if let place = arguments.firstIndex(of: name) { return Array(arguments[place...].prefix(2)) }
      return arguments.filter { $0.hasPrefix("\(name)=") }
    }

    /// The call in this line of the present test of Swift Testing; `nil` if there is none.
    static func ofSwiftTesting(line: Int) -> TestCall? {
      guard let test = Test.current else { return nil }
      let call = TestCall(test, Test.Case.current)
      return TestCall(
        key: "\(call.key) \(line)", test: call.test, arguments: call.arguments, reportsEvents: true)
    }

    /// Returns a text of the arguments of a case without addresses, which differ between processes.
    private static func text(_ testCase: Test.Case?) -> String {
      guard let testCase else { return "" }
      return String(describing: testCase).replacing(#/\$[0-9a-f]+/#, with: "")
    }

    /// Returns the name of the test without its place, up to its parameters, which `--filter` reads as a group.
    private static func filter(_ id: String) -> String { String(id.prefix { $0 != "(" }) }

    /// Returns the text as a regular expression that matches only itself.
    private static func escaped(_ text: String) -> String {
      text.map { #".*+?()[]{}|^$\"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
  }
#else
  extension TestCall {
    static func ofSwiftTesting(line: Int) -> TestCall? { nil }
  }
#endif
