import ArgumentParser
import Control
import Files
import Scheduling
import Terminal

/// The numbers that decide.
struct PolicyShowVerb: Verb {
  static let onlyLooks = true
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the numbers that decide, with their names for a policy file.",
    discussion: """
      Those of the running daemon, with the file that they come from; or of a policy file, or the \
      defaults, which need no daemon. docs/policy.md tells what each number does.
      """)

  @Argument(
    help: "A policy file, - is standard input; unless given, what the running daemon decides by.",
    completion: .file(extensions: ["yaml"]))
  var file: String?

  @Flag(help: "The defaults.")
  var defaults = false

  @Flag(help: "Only what is not as in the defaults.")
  var changed = false

  @Flag(help: "As a policy file, with a comment for each key.")
  var yaml = false

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard !(yaml && connection.json) else {
      throw ValidationError("give --yaml or --json, not both.")
    }
    guard file == nil || !defaults else {
      throw ValidationError("give FILE or --defaults, not both.")
    }
    guard !asksNobody || !connection.namesDaemon else {
      throw ValidationError("with \(file ?? "--defaults") no daemon is asked; name none.")
    }
  }

  private var asksNobody: Bool { file != nil || defaults }

  func run() throws {
    guard asksNobody else { return try perform(session()) }
    let settings = try file.map { file throws(Failure) in try NamedPolicy.settings(file) }
    let listing = PolicyListing(settings ?? Settings(), file: file, onlyChanged: changed)
    try show(listing, nothing: ["All numbers are as in the defaults."])
  }

  func perform(_ session: Session) throws(Failure) {
    let policy = try session.call(GetPolicy())
    let listing = PolicyListing(policy, onlyChanged: changed)
    let words = RunningPolicy(policy, session.instance)
    try show(listing, first: words.summary, last: words.remarks)
  }

  /// Without a daemon there still are files.
  private func session() throws(Failure) -> Session {
    do throws(Failure) {
      return try Session(connection, onlyLooks: Self.onlyLooks)
    } catch .noDaemon(let message) {
      throw .noDaemon(
        "\(message). Without one: rubatoctl policy show FILE, or: rubatoctl policy show --defaults")
    }
  }

  private func show(
    _ listing: PolicyListing, first: [String] = [], last: [String] = [], nothing: [String] = []
  ) throws(Failure) {
    if connection.json { return Output.print(JSONLayout.indented(listing)) }
    if yaml { return Output.print(try listing.yaml(after: first + last)) }
    let screen = Screen.standardOutput(now: WallTime(seconds: 0))
    let table = listing.keys.isEmpty ? nothing : listing.table.lines(on: screen)
    let parts = [first, table, last].filter { !$0.isEmpty }
    Output.print(parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))
  }
}

/// What `policy show` lists.
struct PolicyListing: Encodable {
  /// Nil where they are the defaults.
  @OrNull var file: String?
  var keys: [PolicyKeyInfo]

  init(_ settings: Settings, file: String?, onlyChanged: Bool) {
    let defaults = Settings()
    let keys = PolicyKey.all.map { key in
      PolicyKeyInfo(
        key: key.name, value: key.text(settings), default: key.text(defaults),
        allowed: key.allowed, about: key.about)
    }
    self.init(GetPolicy.Reply(file: file, keys: keys), onlyChanged: onlyChanged)
  }

  init(_ policy: GetPolicy.Reply, onlyChanged: Bool) {
    file = policy.file
    keys = onlyChanged ? policy.keys.filter(\.isChanged) : policy.keys
  }

  var table: Table {
    var table = Table([.init("KEY"), .init("VALUE"), .init("DEFAULT"), .init("WHAT")])
    for key in keys {
      table.add([
        .init(key.key), .init(key.value, key.isChanged ? .good : .plain),
        .init(key.isChanged ? key.default : ""), .init(key.about),
      ])
    }
    return table
  }

  /// As a policy file, without the end of its last line.
  ///
  /// - Parameter remarks: Come first, as comments.
  func yaml(after remarks: [String]) throws(Failure) -> String {
    var settings = Settings()
    for key in keys where PolicyKey.named[key.key]?.set(&settings, key.value) != true {
      throw .refused(
        "\(key.key) \(key.value) is not known here: this rubatod is of another version; use --json")
    }
    let names = Set(keys.map(\.key))
    let text = PolicyText.yaml(settings, isExplained: true) { names.contains($0) }
    return (remarks.map { "# \($0)" } + [String(text.dropLast())]).joined(separator: "\n")
  }
}

/// Policy files that somebody named.
enum NamedPolicy {
  /// What a file says; `-` is standard input.
  static func settings(_ file: String) throws(Failure) -> Settings {
    let text = try TextFile.read(file, limit: TaskTree.longestFile)
    do throws(FileError) {
      return try Settings(policy: text, file: file)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Where a daemon looks for its own.
  static func place(isUser: Bool) -> String? {
    isUser ? PolicyFile.user(Process.environment) : PolicyFile.system
  }
}
