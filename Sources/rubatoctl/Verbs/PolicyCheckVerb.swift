import ArgumentParser
import Control
import Files
import Scheduling
import Terminal

#if canImport(Glibc)
  import Glibc
#endif

struct PolicyCheckVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with task files, and what the good ones mean.",
    discussion: "It needs no daemon. Exit 1 if anything is wrong.")

  @Argument(
    help: "Task files; unless given, all that the daemon would read.",
    completion: .file(extensions: ["yaml"]))
  var files: [String] = []

  @Flag(help: "Those of your own daemon.")
  var user = false

  @Flag(help: "Print JSON for programs.")
  var json = false

  func run() throws {
    let check = TaskCheck(isUser: user)
    let tree = files.isEmpty ? try tree() : try tree(of: files)
    let report = check.report(tree)
    if json {
      Output.print(JSONLayout.indented(report))
    } else {
      for task in report.tasks { Output.print(task.meaning) }
      for mask in report.masks { Output.print(mask.meaning) }
      for problem in report.problems { Output.print(problem.text.visible) }
      if report.isEmpty {
        Output.print("There are no task files.")
      }
    }
    guard report.problems.isEmpty else { throw Failure.negative }
  }

  private func tree() throws(Failure) -> TaskTree {
    guard user else { return TaskTree(directories: TaskPlaces.system, owners: [0, geteuid()]) }
    guard let places = TaskPlaces.user(Process.environment) else {
      throw .usage("--user needs HOME and XDG_RUNTIME_DIR, which a login session sets")
    }
    return TaskTree(directories: places, owners: [0, geteuid()])
  }

  /// Files that may lie anywhere, whoever they belong to.
  private func tree(of files: [String]) throws(Failure) -> TaskTree {
    var entries: [TaskTree.Entry] = []
    for path in files { entries.append(try TaskTree.Entry(file: path)) }
    return TaskTree(layers: entries.map { TaskTree.Layer(entries: [$0]) })
  }
}

extension TaskTree.Entry {
  /// A file that somebody named.
  init(file path: String) throws(Failure) {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    guard name.hasSuffix(".yaml") else {
      throw .refused("\(path.visible) is no task file: the name of one ends in .yaml")
    }
    let text = try TextFile.read(path, limit: TaskTree.longestFile)
    self.init(name: name, path: path, content: text.isEmpty ? .masked : .text(text))
  }
}
