/// The targets that a bench on a Mac needs are free of what only Linux has.
struct PortableRule: Rule {
  /// The targets; each import of another target of ours is one of these, or has a condition.
  static let targets: Set<String> = [
    "ChildProcesses",
    "AppLifecycle", "BackgroundTasks", "BackgroundTasksTesting", "Control", "Files", "JSON",
    "OptionalConnection", "Scenarios", "Scheduling", "Simulation", "Vocabulary", "Zones",
  ]

  /// Modules that a Mac has not, with the module whose presence must be tested before the import.
  static let conditions: [String: String] = [
    "Glibc": "Darwin", "CNSObject": "Darwin", "ThreadStates": "ThreadStates",
    "FoundationEssentials": "FoundationEssentials",
  ]

  /// Functions and constants that only Linux has.
  private static let names: Set<Substring> = [
    "epoll_create1", "epoll_ctl", "epoll_wait", "eventfd", "timerfd_create", "timerfd_settime",
    "signalfd", "inotify_init1", "inotify_add_watch", "pipe2", "accept4", "dup3", "gettid",
    "prctl", "memfd_create", "renameat2", "statx", "syscall", "sendfile", "splice", "getrandom",
    "posix_fallocate", "fallocate", "sched_getaffinity", "secure_getenv", "MSG_NOSIGNAL",
    "SOCK_CLOEXEC", "SOCK_NONBLOCK", "SO_PEERCRED", "SO_PASSCRED", "O_PATH", "O_TMPFILE",
    "CLOCK_BOOTTIME", "CLOCK_MONOTONIC_COARSE", "CLOCK_REALTIME_COARSE", "MAP_ANONYMOUS",
    "__errno_location",
  ]

  func findings(in file: Repository.File) -> [Finding] {
    let parts = file.path.split(separator: "/")
    guard parts.count > 3, parts[0] == "Sources", Self.targets.contains(String(parts[2])) else {
      return []
    }
    return places(file) + conditions(file)
  }

  /// Paths of the kernel's file systems, which are in strings.
  private func places(_ file: Repository.File) -> [Finding] {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      line.contains("\"/proc/") || line.contains("\"/sys/")
        ? Finding(path: file.path, line: index + 1, what: "a path that only Linux has") : nil
    }
  }

  /// A condition of the compiler that is open: the module whose presence it tests, and whether it has an `#else`.
  private struct Open {
    var module: Substring?
    var line: Int
    var hasElse = false
  }

  /// Imports without a condition, conditions without their other branch, and names that only Linux has.
  private func conditions(_ file: Repository.File) -> [Finding] {
    var (open, found): ([Open], [Finding]) = ([], [])
    func note(_ line: Int, _ what: String) {
      found.append(Finding(path: file.path, line: line, what: what))
    }
    for (index, text) in SwiftCode(file.text).lines.enumerated() {
      let code = text.drop { $0 == " " }
      if code.hasPrefix("#if") {
        open.append(Open(module: Self.testedModule(code), line: index + 1))
        if code.contains("os(") { note(index + 1, "test the presence of a module instead") }
      } else if code.hasPrefix("#else"), !open.isEmpty {
        open[open.count - 1].hasElse = true
      } else if code.hasPrefix("#endif"), let last = open.popLast() {
        if let module = last.module, module != "Testing", !last.hasElse, module != "ThreadStates" {
          note(last.line, "no #else for a machine without \(module), or with it")
        }
      } else if let module = ImportRule.module(importedBy: code) {
        let needed = Self.conditions[module]
        let isTested = needed == nil || open.contains { $0.module == needed?[...] }
        if !isTested { note(index + 1, "import \(module) without a condition") }
      } else if !open.contains(where: { $0.module == "Darwin" && $0.hasElse }) {
        let words = code.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        if let name = words.first(where: Self.names.contains) {
          note(index + 1, "only Linux has \(name)")
        }
      }
    }
    return found
  }

  /// Returns the module of `#if canImport(Darwin)`; `nil` for another condition.
  private static func testedModule(_ line: Substring) -> Substring? {
    line.firstMatch(of: /canImport\((\w+)\)/)?.output.1
  }
}
