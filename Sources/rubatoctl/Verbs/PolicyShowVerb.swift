import ArgumentParser
import Control
import Files
import Scheduling
import Terminal

/// The numbers that decide.
struct PolicyShowVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the numbers that decide, with their names for a policy file.",
    discussion: """
      Of a file, or else of the one that the daemon would read; where there is none, the defaults. \
      It needs no daemon. docs/policy.md tells what each number does.
      """)

  @Argument(
    help: "A policy file; unless given, /etc/rubato/policy.yaml, if it is there.",
    completion: .file(extensions: ["yaml"]))
  var file: String?

  @Flag(help: "That of your own daemon: ~/.config/rubato/policy.yaml, if it is there.")
  var user = false

  @Flag(help: "Only what is not as in the defaults.")
  var changed = false

  @Flag(help: "As a policy file, with a comment for each key.")
  var yaml = false

  @Flag(help: "Print JSON for programs.")
  var json = false

  func validate() throws {
    guard !(yaml && json) else { throw ValidationError("give --yaml or --json, not both.") }
  }

  func run() throws {
    let policy = try NamedPolicy(file: file, isUser: user)
    if yaml {
      let text = PolicyText.yaml(policy.settings, onlyChanged: changed, isExplained: true)
      Output.print(String(text.dropLast()))
      return
    }
    let listing = PolicyListing(policy.settings, file: policy.file, onlyChanged: changed)
    if json {
      Output.print(JSONLayout.indented(listing))
    } else {
      let screen = Screen.standardOutput(now: WallTime(seconds: 0))
      Output.print(listing.lines(on: screen).joined(separator: "\n"))
    }
  }
}

/// Settings, and the file that they come from.
struct NamedPolicy {
  /// Nil where they are the defaults.
  private(set) var file: String?
  private(set) var settings = Settings()

  /// - Parameter file: The policy file; nil is that of the daemon, if there is one.
  init(file: String?, isUser: Bool) throws(Failure) {
    if let file {
      settings = try Self.settings(file)
      self.file = file
    } else if let place = Self.place(isUser: isUser), let found = try Self.read(place) {
      settings = found
      self.file = place
    }
  }

  /// What a file says that somebody named; `-` is standard input.
  static func settings(_ file: String) throws(Failure) -> Settings {
    let text = try TextFile.read(file, limit: TaskTree.longestFile)
    do throws(FileError) {
      return try Settings(policy: text, file: file)
    } catch {
      throw .refused(error.description)
    }
  }

  static func place(isUser: Bool) -> String? {
    isUser ? PolicyFile.user(Process.environment) : PolicyFile.system
  }

  private static func read(_ path: String) throws(Failure) -> Settings? {
    do throws(FileError) {
      return try PolicyFile.settings(at: path)
    } catch {
      throw .refused(error.description)
    }
  }
}

/// What `policy show` says.
struct PolicyListing: Encodable {
  struct Key: Encodable {
    var key: String
    var value: String
    var `default`: String
    var allowed: String
    var about: String

    var isChanged: Bool { value != `default` }
  }

  @OrNull var file: String?
  var keys: [Key]

  init(_ settings: Settings, file: String?, onlyChanged: Bool) {
    self.file = file
    let defaults = Settings()
    keys = PolicyKey.all.map { key in
      Key(
        key: key.name, value: key.text(settings), default: key.text(defaults),
        allowed: key.allowed, about: key.about)
    }
    if onlyChanged { keys.removeAll { !$0.isChanged } }
  }

  func lines(on screen: Screen) -> [String] {
    guard !keys.isEmpty else { return ["All numbers are as in the defaults."] }
    var table = Table([.init("KEY"), .init("VALUE"), .init("DEFAULT"), .init("WHAT")])
    for key in keys {
      table.add([
        .init(key.key), .init(key.value, key.isChanged ? .good : .plain),
        .init(key.isChanged ? key.default : ""), .init(key.about),
      ])
    }
    return table.lines(on: screen)
  }
}
