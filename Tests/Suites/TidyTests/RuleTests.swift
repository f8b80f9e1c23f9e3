import Foundation
import Testing

/// The rules themselves, with text that they must report and text that they must accept.
struct RuleTests {
  private func lines(_ rule: some Rule, _ path: String, _ text: String) -> [Int] {
    rule.findings(in: Repository.File(path: path, text: text)).map(\.line)
  }

  // MARK: Code

  @Test(arguments: [
    ("let a = 1 // try! b", "let a = 1 "),
    ("a /* try! /* x */ y */ b", "a  b"),
    ("let a = \"try! \\\" b\" + c", "let a = \"\" + c"),
    ("let a = \"x \\(b(c)!) y\"", "let a = \" b(c)! \""),
    ("let a = #\"x \\(b) \"quoted\" y\"# + c", "let a = \"\" + c"),
    ("let a = #\"x \\#(b) y\"#", "let a = \" b \""),
    ("let a = \"\"\"\n  try! \"x\"\n  \"\"\"\nb", "let a = \"\n\n\"\nb"),
    ("let a = \"\\(b ? \"c\" : \"d)\") e\" + f", "let a = \" b ? \"\" : \"\" \" + f"),
    ("#if os(Linux)\n#endif", "#if os(Linux)\n#endif"),
    ("/* open", ""), ("\"open", "\""),
  ])
  func codeIsWhatIsNeitherCommentNorString(source: String, code: String) {
    #expect(SwiftCode(source).text == code)
  }

  @Test func linesStayWhereTheyAre() throws {
    for file in try Repository().swiftFiles(in: "Sources/Core/Scheduling") {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(SwiftCode(file.text).lines.count == lines, "\(file.path)")
    }
  }

  // MARK: Imports

  @Test func theEverydayProgramReadsNoYAMLAndNeitherDecidesNorSimulates() {
    var linked: Set<String> = []
    var open: Set<String> = ["rubatoctl"]
    while let target = open.popFirst() {
      linked.insert(target)
      open.formUnion((ImportRule.allowed[target] ?? []).subtracting(linked))
    }
    #expect(linked.isSuperset(of: ["Terminal", "Vocabulary"]))
    let heavy = [
      "Files", "Foundation", "Recording", "Report", "Scenarios", "Scheduling", "Simulation",
      "CYAML",
    ]
    #expect(linked.isDisjoint(with: heavy), "\(linked.sorted())")
  }

  @Test(arguments: [
    ("Sources/Core/Scheduling/A.swift", "import Foundation"),
    ("Sources/Core/Scheduling/A.swift", "import Glibc"),
    ("Sources/Core/Scheduling/A.swift", "@preconcurrency import Dispatch"),
    ("Sources/Core/Store/A.swift", "package import Launch"),
    ("Sources/Machine/Launch/A.swift", "internal import struct Store.StoreError"),
    ("Sources/Protocol/Varlink/A.swift", "import Logging"),
    ("Sources/Daemon/Daemon/A.swift", "import Simulation"),
    ("Sources/Core/Novelty/A.swift", ""),
  ])
  func findsImportsThatAreNotInTheTable(path: String, line: String) {
    #expect(!lines(ImportRule(), path, line).isEmpty)
  }

  @Test(arguments: [
    ("Sources/Core/Scheduling/A.swift", "import OrderedCollections"),
    ("Sources/Core/Scheduling/A.swift", "// import Foundation"),
    ("Sources/Core/Scheduling/A.swift", "let text = \"import Foundation\""),
    ("Sources/Core/Store/A.swift", "package import Scheduling"),
    ("Sources/Protocol/VarlinkServer/A.swift", "import struct Descriptors.LoopConfined"),
    ("Tests/Suites/StoreTests/A.swift", "import Foundation"),
  ])
  func letsImportsOfTheTablePass(path: String, line: String) {
    #expect(lines(ImportRule(), path, line).isEmpty)
  }

  // MARK: Words

  @Test(arguments: [
    "let now = ContinuousClock.now", "let now = Date()", "let now: Date", "Task { }",
    "func f() async {", "await f()", "Int.random(in: 0...1)", "list.randomElement()",
    "list.shuffled()", "var g = SystemRandomNumberGenerator()", "let x = pow(2, 3)",
    "let x = exp(1)", "actor A {", "let lock = Mutex(0)", "key.hashValue",
    "let text = \"\\(pow(2, 3))\"",
  ])
  func findsWhatMakesTheCoreImpure(line: String) {
    #expect(lines(WordRule.pureCore, "Sources/Core/Scheduling/A.swift", "\n" + line) == [2])
    #expect(lines(WordRule.pureCore, "Sources/Daemon/Daemon/A.swift", line).isEmpty)
  }

  @Test(arguments: [
    "let x = exp2(1)", "let x = log2(1)", "power(base, exponent)", "let update = 1",
    "// Date() and Task", "let tasks = Tasks()", "func catalog(of x: Int)", "latestDate(x)",
  ])
  func letsThePureCorePass(line: String) {
    #expect(lines(WordRule.pureCore, "Sources/Core/Scheduling/A.swift", line).isEmpty)
  }

  @Test(arguments: [
    "Task { await f() }", "let t = Task.detached { }", "func f() async throws -> Int {",
    "actor Engine {", "let stream = AsyncStream<Int> { _ in }",
  ])
  func findsTasksInTheDaemon(line: String) {
    for target in [
      "Daemon/Daemon", "Core/Store", "Machine/Bus", "Protocol/Varlink", "Protocol/VarlinkServer",
      "Machine/Launch", "Machine/Descriptors", "Machine/Devices", "Programs/rubatod",
    ] {
      #expect(lines(WordRule.noTasks, "Sources/\(target)/A.swift", line) == [1])
    }
    #expect(lines(WordRule.noTasks, "Sources/Programs/rubatoctl/A.swift", line).isEmpty)
  }

  @Test(arguments: [
    "import Dispatch", "DispatchQueue.global().async { }", "let source: any DispatchSource",
    "let queue = DispatchQueue(label: name, attributes: .concurrent)", "dispatchMain()",
    "let file = DispatchIO(type: .stream)", "let queue = OperationQueue()",
  ])
  func findsDispatchInTheDaemon(line: String) {
    for target in ["Daemon/Daemon", "Machine/Bus", "Machine/Launch", "Machine/Devices"] {
      #expect(lines(WordRule.noDispatch, "Sources/\(target)/A.swift", line) == [1])
    }
    #expect(lines(WordRule.noDispatch, "Sources/Apps/AppLifecycle/A.swift", line).isEmpty)
  }

  @Test(arguments: [
    "queue.async { }", "DispatchQueue.main.async(execute: x)", "let asynchronous = true",
    "/// a Task would wake",
  ])
  func letsDispatchPass(line: String) {
    #expect(lines(WordRule.noTasks, "Sources/Daemon/Daemon/A.swift", line).isEmpty)
  }

  @Test(arguments: [
    "usleep(100)", "sleep(1)", "try await Task.sleep(for: .seconds(1))",
    "Thread.sleep(forTimeInterval: 1)", "Glibc.nanosleep(&a, nil)", "_ = usleep(5)",
    "queue.asyncAfter(deadline: .now())",
  ])
  func findsTestsThatSleep(line: String) {
    #expect(lines(WordRule.noSleep, "Tests/Suites/StoreTests/A.swift", line) == [1])
    #expect(lines(WordRule.noSleep, "Sources/Machine/Launch/A.swift", line).isEmpty)
  }

  @Test(arguments: [
    "world.suspend(.seconds(5))", "let asleep = 1", "arguments: [\"sleep\", \"9\"]",
  ])
  func letsTestsOfSleepPass(line: String) {
    #expect(lines(WordRule.noSleep, "Tests/Suites/StoreTests/A.swift", line).isEmpty)
  }

  // MARK: Conversions

  private func conversions(_ line: String, _ path: String = "Sources/Core/Store/A.swift") -> [Int] {
    let text = "var known: Double = 0\nvar count: Int = 0\n" + line
    let file = Repository.File(path: path, text: text)
    return ConversionRule(over: [file]).findings(in: file).map(\.line)
  }

  @Test(arguments: [
    "Int(known / 86400)", "UInt64(x.known)", "Int(length.seconds)", "Int64((a * b).rounded())",
    "f(Int32(Double(a) / b))", "let text = \"\\(Int(share * 0.5))\"", "Int(1e9 * a)",
  ])
  func findsFractionsThatMayNotFit(line: String) {
    #expect(conversions(line) == [3])
    #expect(conversions(line, "Sources/Core/Scheduling/Model/Arithmetic/A.swift").isEmpty)
  }

  @Test func goesByWhatANameMeansInItsFolder() {
    let files = [
      Repository.File(path: "Sources/A/Share.swift", text: "var known: Double = 0"),
      Repository.File(path: "Sources/A/Days.swift", text: "Int(shares.known / 86400)"),
      Repository.File(path: "Sources/B/Table.swift", text: "var known: [Int] = []"),
      Repository.File(path: "Sources/B/Days.swift", text: "Int(known / 2)"),
    ]
    let rule = ConversionRule(over: files)
    #expect(files.map { rule.findings(in: $0).map(\.line) } == [[], [1], [], []])
  }

  @Test(arguments: [
    "Int(count)", "Int(bounded: known)", "Int(exactly: known)", "Int64(text) ?? 0",
    "Int(time.components.seconds)", "// Int(known)", "print(known)", "UInt8(a >> 8)",
  ])
  func letsWhatIsBoundedPass(line: String) {
    #expect(conversions(line).isEmpty)
  }

  // MARK: Force

  @Test(arguments: [
    "let a = b!", "let a = try! b()", "a as! B", "a[0]!.b", "f()!", "var a: B!", "x = y!\n",
    "let text = \"\\(a!)\"", "b!.c != d",
  ])
  func findsForce(line: String) {
    #expect(lines(ForceRule(), "Sources/Core/Store/A.swift", line) == [1])
    #expect(lines(ForceRule(), "Tests/Suites/StoreTests/A.swift", line).isEmpty)
  }

  @Test(arguments: [
    "if !a && b != c {", "#if !os(Linux)", "f(!a)", "// wow!", "let a = \"wow!\"",
    "let text = \"\\(a)!\"", "x.filter(!)",
  ])
  func letsNegationPass(line: String) {
    #expect(lines(ForceRule(), "Sources/Core/Store/A.swift", line).isEmpty)
  }

  // MARK: Order

  private func orderLines(_ text: String) -> [Int] {
    let file = Repository.File(path: "Sources/Core/Scheduling/A.swift", text: text)
    return OrderRule(over: [file]).findings(in: file).map(\.line)
  }

  @Test(arguments: [
    "for (key, value) in slots {", "for key in slots.keys {", "for value in table.slots.values {",
    "let all = slots.map { $0 }", "slots.values.forEach { f($0) }", "slots.keys.first",
    "slots.filter { $0.value > 1 }", "let list = Array(slots)", "Array(slots.values)",
    "slots.reduce(0) { $0 + $1.value }", "slots.values.compactMap(\\.self)",
  ])
  func findsGoingThroughADictionary(line: String) {
    for declaration in [
      "private var slots: [RequestKey: Int] = [:]", "let slots = [String: Int]()",
      "var slots: Set<Int> = []", "func f(slots: [String: [Int]]) {", "let slots = Set(list)",
      "var slots: Dictionary<Int, Int>", "var slots: [[Int]: Int]",
    ] {
      #expect(orderLines(declaration + "\n" + line) == [2], "\(declaration)")
    }
  }

  @Test(arguments: [
    "let slot = slots[key]", "slots[key] = 1", "slots.keys.sorted().map { $0 }",
    "slots.contains { $0.value > 1 }", "slots.count", "slots.values.allSatisfy { $0 > 1 }",
    "for slot in otherslots {", "slots.removeValue(forKey: key)", "if slots.isEmpty {",
    "for key in slots.keys.sorted() {",
  ])
  func letsLookingUpPass(line: String) {
    #expect(orderLines("var slots: [RequestKey: Int] = [:]\n" + line).isEmpty)
  }

  @Test func anOrderedDictionaryMayBeGoneThrough() {
    #expect(
      orderLines("var apps: OrderedDictionary<Int, Int> = [:]\nfor app in apps.values {").isEmpty)
    #expect(orderLines("var list: [Int] = []\nfor item in list {").isEmpty)
  }

  // MARK: The rest

  @Test func findsLongFiles() {
    let line = "let a = 1\n"
    #expect(lines(LengthRule(), "Sources/A/A.swift", String(repeating: line, count: 320)).isEmpty)
    #expect(lines(LengthRule(), "Sources/A/A.swift", String(repeating: line, count: 321)) == [321])
    #expect(lines(LengthRule(), "README.md", String(repeating: line, count: 999)).isEmpty)
  }

  private func function(_ head: String, lines: Int) -> String {
    "struct A {\n  \(head) {\n" + String(repeating: "    a()\n", count: lines - 2) + "  }\n}\n"
  }

  @Test(arguments: [
    "func f()", "private static func f(a: Int) -> Int", "init()",
    "package mutating func f() throws",
    "init?(_ text: String)", "@Test(arguments: [1]) func f(a: Int)", "var a: Int", "deinit",
  ])
  func findsLongFunctions(head: String) {
    #expect(lines(FunctionRule(), "Sources/A/A.swift", function(head, lines: 60)).isEmpty)
    #expect(lines(FunctionRule(), "Sources/A/A.swift", function(head, lines: 61)) == [2])
  }

  @Test func aLongTypeIsNoLongFunction() {
    let body = (0..<40).map { "  func f\($0)() {\n    a()\n  }\n" }.joined()
    #expect(lines(FunctionRule(), "Sources/A/A.swift", "struct A {\n\(body)}\n").isEmpty)
  }

  @Test func findsPlaces() {
    let rule = PlaceRule(root: URL(filePath: "/srv/builds/rubato"))
    #expect(lines(rule, "README.md", "see\n/srv/builds/rubato/README.md") == [2])
    #expect(lines(rule, "README.md", "see /srv/builds/other") == [1])
    #expect(lines(rule, "README.md", "see /srv/other").isEmpty)
    let home = PlaceRule(root: URL(filePath: "/home/rubato"))
    #expect(lines(home, "README.md", "restic backup /home").isEmpty)
    #expect(lines(home, "README.md", "restic backup /home/rubato") == [1])
  }

  @Test(arguments: [
    ".package(url: \"https://github.com/a/b\", from: \"1.0.0\"),",
    ".package(url: \"https://example.org/a/b\", exact: \"1.0.0\"),",
    ".package(url: \"https://github.com/a/b\", branch: \"main\"),",
    ".package(path: \"../b\"),",
  ])
  func findsLooseDependencies(line: String) {
    #expect(lines(ManifestRule(), "Package.swift", line) == [1])
  }

  @Test func letsExactDependenciesPass() {
    let line = ".package(url: \"https://github.com/a/b\", exact: \"1.0.0\"),"
    #expect(lines(ManifestRule(), "Package.swift", line).isEmpty)
  }

  @Test func findsNegationsThatAreNotHeeded() {
    let script = "a() {\n  ! b\n  c\n  ! d || return 1\n  ! e\n}\n"
    #expect(lines(NegationRule(), "Tests/a.sh", script) == [2])
  }

  @Test(arguments: [
    ("if id >= 1 << 48 {", true), ("guard run.id < LaunchBounds.firstCheck", true),
    ("if checkID > 281_474_976_710_656 {", true), ("(1 << 48 ..< 1 << 50).contains(run)", true),
    ("if id > other.id {", false), ("if count >= 1 << 20 {", false), ("runs.count > 10", false),
  ])
  func findsKindsThatAreRangesOfNumbers(line: String, isOne: Bool) {
    #expect(!lines(IdentityRule(), "Sources/Machine/Launch/A.swift", line).isEmpty == isOne)
  }
}
