import Testing

@testable import Files

struct TaskErrorTests {
  private func messages(_ yaml: String, _ rules: TaskRules = TaskRules()) -> [String] {
    TaskReading(["x.yaml": yaml], rules: rules).messages
  }

  @Test(arguments: [
    ("evry: 1d", "'evry'; did you mean 'every'?"),
    ("limit: 3", "'limit'; did you mean 'limits'?"),
    ("at: 9am", "'at': for an exact time, write 'exact: yes' with 'earliest' or 'on'"),
    ("late: skip", "'late': to skip a time that was missed, write 'at-latest: drop'"),
    ("id: x", "'id': the name of the file, without .yaml, is the id; rename the file"),
  ])
  func nameOneKeyInsteadOfAll(line: String, message: String) {
    let messages = messages("command: /bin/a\nevery: 1d\n\(line)")
    #expect(messages == ["/a/x.yaml:3:1: a task file has no key \(message)"])
  }

  @Test func comeFromTopToBottom() {
    let messages = messages("retries: -1\ncommand: /bin/a\nbudgt: 1h\nevery: often\nkind: batch")
    let lines = messages.compactMap { Int($0.dropFirst(10).prefix { $0 != ":" }) }
    #expect(lines == [1, 3, 4, 5], "\(messages)")
  }

  /// Reads a file that is valid except for its third line.
  @Test(arguments: [
    (
      "budgt: 1h",
      "/a/x.yaml:3:1: a task file has no key 'budgt'; did you mean 'budget'?"
    ),
    ("kind: batch", "3:7: kind 'batch' is not allowed; use refresh, processing, push"),
    ("budget: soon", "3:9: budget 'soon' is not allowed; use a duration such as 500ms"),
    ("budget: [1h]", "3:9: 'budget' is one value, not a list or mapping"),
    ("requires: [power, wifi]", "3:11: requires 'wifi' is not allowed; use power, network"),
    ("requires: path=mnt", "3:11: requires 'mnt' is not allowed; use an absolute path"),
    ("requires: 'power,'", "3:11: requires 'power,' is not allowed; use words with one comma"),
    ("prefers: [path=/mnt]", "3:10: prefers 'path=/mnt' is not allowed; use power, network"),
    ("condition: [a, b]", "3:12: 'condition' is one value, not a list or mapping"),
    ("prevent-sleep: often", "3:16: prevent-sleep 'often' is not allowed; use yes or no"),
    ("requires: {power: yes}", "3:11: 'requires' is one value, not a list or mapping"),
    ("requires: [[power]]", "3:11: 'requires' is a list of words"),
    ("latest: yesterday", "3:9: latest 'yesterday' is not allowed; use a future date"),
    ("latest: 2026-02-30", "use a day that exists (February 2026 has 28 days)"),
    ("latest: never", "3:9: latest 'never' is not allowed; use a day and a time of day"),
    ("at-latest: stop", "3:12: at-latest 'stop' is not allowed; use run, relax, drop"),
    ("umask: \"-0\"", "3:8: umask '-0' is not allowed; use an octal number from 0 to 777"),
    ("umask: \"078\"", "3:8: umask '078' is not allowed; use an octal number from 0 to 777"),
    ("signal: KILL", "3:9: signal 'KILL' is not allowed; use TERM, INT, HUP"),
    ("ready: maybe", "3:8: ready 'maybe' is not allowed; use yes or no"),
    (
      "on-closed-gate: wait",
      "3:17: on-closed-gate 'wait' is not allowed; use stop, freeze, freeze-when-busy"
    ),
    ("retries: -1", "3:10: retries '-1' is not allowed; use 0 to 1000"),
    ("backoff: fast", "3:10: backoff 'fast' is not allowed; use linear, exponential"),
    ("directory: tmp", "3:12: directory 'tmp' is not allowed; use an absolute path"),
    ("limits: 3", "3:9: 'limits' is 'key: value' lines; the keys are memory, tasks, cpu"),
    ("limits: {ram: 1G}", "3:10: 'limits' has no key 'ram'; use memory, tasks, cpu, cpu-weight"),
    ("limits: {memory: lots}", "3:18: limits.memory 'lots' is not allowed; use bytes, or"),
    ("limits: {cpu: 50}", "3:15: limits.cpu '50' is not allowed; use a percentage such as 50%"),
    ("environment: {1A: b}", "3:15: 'environment' has no key '1A'; use names of letters, digits"),
    ("[a]: b", "3:1: a task file has no key a list or mapping"),
    ("every: 2d", "3:1: 'every' is given more than once"),
    ("budget: 3600", "3:9: budget '3600' is not allowed; use a number with a unit, such as 3600s"),
    ("latest: *-*-* 09:00", "a value cannot begin with '*'; put it in quotes: '*-*-* 09:00'"),
    ("on: [*-*-* 09:00]", "a value cannot begin with '*'; put it in quotes"),
    ("group: *all", "anchor '&all' not found above; put a text that begins with '*' in quotes"),
    ("limits:\n\tmemory: 1G", "4:1: not valid YAML: a tab cannot indent a line; use spaces"),
    ("\tbudget: 1h", "not valid YAML: a tab cannot indent a line; use spaces"),
    ("group: @all", "3:8: not valid YAML: a value cannot begin with '@'; put it in quotes"),
  ])
  func namesThePlaceTheValueAndWhatIsAllowed(line: String, message: String) {
    let messages = messages("command: /bin/a\nevery: 1d\n\(line)")
    #expect(messages.count == 1)
    #expect(messages.first?.contains(message) == true, "\(messages)")
  }

  @Test(arguments: [
    ("command: []", "1:10: 'command' names no program"),
    ("command: ''", "1:10: 'command' names no program"),
    ("command: bin/a", "1:10: 'bin/a' is a relative path"),
    ("command: a > b", "1:10: no shell reads this line, and '>' would need one"),
    ("command: [a, [b]]", "1:14: a word of a command must be text"),
    ("command: [a, ~]", "1:14: empty word in the command"),
    ("command: {a: b}", "1:10: 'command' is a list such as"),
    ("command: a\nunit: b.service", "2:7: 'unit' cannot be combined with 'command'"),
    ("steps: a", "1:8: 'steps' is a list of steps"),
    ("steps: []", "1:8: 'steps' is a list of steps"),
    ("steps: [a]", "1:9: a step is 'key: value' lines; the keys are name, command, limit"),
    ("steps: [{name: a}]", "1:9: the step has no 'command'; add it"),
    ("steps: [{command: a}]", "1:9: the step has no 'name'; add it"),
    ("steps: [{name: a, command: b, limit: c}]", "1:38: limit 'c' is not allowed"),
    ("budget: 1h", "1:1: 'command' is missing; add"),
    ("unit: a.service\nuser: alice", "2:7: 'user' does not apply to a unit"),
  ])
  func sayWhatIsWrongWithTheWork(work: String, message: String) {
    let messages = messages("\(work)\nevery: 1d")
    #expect(messages.count == 1)
    #expect(messages.first?.contains(message) == true, "\(messages)")
  }

  @Test func tellsAllErrorsOfAFile() {
    let messages = messages(
      """
      command: [a, ~]
      every: often
      kind: batch
      color: red
      steps: [{nome: a}, {name: b, command: x/y, limit: z}]
      """)
    let places = messages.map { $0.split(separator: " ")[0] }
    #expect(
      Set(places) == [
        "/a/x.yaml:1:14:", "/a/x.yaml:2:8:", "/a/x.yaml:3:7:", "/a/x.yaml:4:1:", "/a/x.yaml:5:8:",
      ])
  }

  @Test(arguments: [
    ("# nothing", "/a/x.yaml:1:1: the file is empty"),
    ("- a", "/a/x.yaml:1:1: a task file is 'key: value' lines; the keys are command, steps"),
    ("command: [", "not valid YAML: "),
    ("a: 1\n---\nb: 2", "not valid YAML: "),
  ])
  func refusesWhatIsNoTaskFile(yaml: String, message: String) {
    #expect(messages(yaml).contains { $0.contains(message) })
  }

  @Test func wantsAPeriodInDeclaredWorkOnly() {
    #expect(
      messages("command: a").first?.contains(
        "1:1: 'every' or 'on' is missing; add, for example, 'every: 1d' or 'on: Mon..Fri 09:00'."
          + " To run work only once, use: rubatoctl submit") == true)
    var rules = TaskRules()
    rules.requiresPeriod = false
    #expect(messages("command: a", rules).isEmpty)
  }

  @Test func allowsUsersInTheSystemsDirectoriesOnly() {
    var rules = TaskRules()
    #expect(messages("command: a\nevery: 1d\nuser: alice", rules).isEmpty)
    rules.allowsUser = false
    #expect(
      messages("command: a\nevery: 1d\nuser: alice", rules).first?.contains(
        "3:7: 'user' is allowed only in the system's directories") == true)
  }

  @Test func tellsWhyADirectoryIsRefused() {
    let tree = TaskTree(layers: [TaskTree.Layer(directory: "/a", refusal: "it is odd")])
    let reading = TaskReading(tree, rules: TaskRules())
    #expect(reading.messages == ["/a: it is odd"])
    #expect(reading.problems.map(\.task) == [nil])
  }

  @Test func refusesNestingWithoutEnd() {
    #expect(messages(String(repeating: "[", count: 60_000)).first?.contains("valid YAML") == true)
  }
}
