/// The imports that each module may have: dependencies point in one direction, and linked programs stay small.
struct ImportRule: Rule {
  /// The allowed imports of each target. A target without a row is a finding.
  static let allowed: [String: Set<String>] = [
    "Vocabulary": [],
    // `Synchronization` for PriceSearch (decision 16).
    "Scheduling": ["HeapModule", "OrderedCollections", "Synchronization", "Vocabulary"],
    "JSON": [],
    "Store": ["CSQLite", "Glibc", "JSON", "Scheduling", "Synchronization"],
    "Stepping": ["Scheduling", "Store", "Synchronization"],
    "Descriptors": ["CLinux", "CSystemd", "Dispatch", "Glibc", "Synchronization"],
    "Bus": ["CSystemd", "Descriptors", "Dispatch", "Glibc"],
    "Devices": [
      "Bus", "CLinux", "CSystemd", "Descriptors", "Dispatch", "Glibc", "Scheduling",
    ],
    "Launch": [
      "Bus", "CLinux", "CSystemd", "ChildProcesses", "Descriptors", "Dispatch", "Glibc",
      "Scheduling",
    ],
    "Files": ["CYAML", "Darwin", "Glibc", "Scheduling", "Zones"],
    "Recording": ["Files", "FoundationEssentials", "Glibc", "Scheduling"],
    "Varlink": ["CLinux", "FoundationEssentials", "Glibc", "JSON"],
    "VarlinkServer": [
      "CLinux", "DequeModule", "Descriptors", "Glibc", "Synchronization", "Varlink",
    ],
    "Control": ["JSON"],
    "Simulation": ["HeapModule", "Scheduling"],
    "Studies": ["FoundationEssentials", "OrderedCollections", "Scheduling", "Simulation"],
    "Scenarios": ["Files", "Scheduling", "Simulation"],
    "Terminal": ["AtomicFiles", "Control", "FoundationEssentials", "Glibc", "Vocabulary"],
    "AppLifecycle": [
      "BackgroundTasks", "CNSObject", "Darwin", "Dispatch", "Foundation", "Glibc",
      "Synchronization",
    ],
    "AppLogging": ["Foundation"],
    "BackgroundTasks": ["Darwin", "Dispatch", "Foundation", "Glibc"],
    "DaemonConnection": [
      "BackgroundTasks", "CLinux", "CMainQueue", "Control", "Foundation", "Glibc", "Varlink",
    ],
    "OptionalConnection": [],
    "BackgroundTasksTesting": [
      "AppLifecycle", "BackgroundTasks", "CFiles", "CQueues", "ChildProcesses", "Foundation",
      "JSON", "Scenarios", "Scheduling", "Simulation", "Synchronization", "Testing",
      "ThreadStates",
    ],
    "BackgroundTransfers": [
      "BackgroundTasks", "Control", "DaemonConnection", "Dispatch", "Foundation", "Glibc",
      "Synchronization", "Transfers",
    ],
    "AtomicFiles": ["Glibc"],
    "ChildProcesses": ["Darwin", "Glibc"],
    "ThreadStates": ["CQueues", "Foundation"],
    "Zones": ["Darwin", "Glibc", "Vocabulary"],
    "BackgroundWork": ["AtomicFiles", "BackgroundTasks", "Foundation", "Glibc"],
    "ZIPArchive": ["CDeflate", "Foundation", "Glibc"],
    "Report": [
      "JSON", "OrderedCollections", "Scheduling", "Simulation", "Studies", "Terminal",
    ],
    "Daemon": [
      "AtomicFiles",
      "CLinux", "CSystemd", "Control", "DequeModule", "Descriptors", "Devices", "Dispatch", "Files",
      "Glibc", "JSON",
      "Launch", "Logging", "Recording", "Scheduling", "Stepping", "Store",
      "Synchronization", "Varlink", "VarlinkServer", "Zones",
    ],
    "Transfers": ["AtomicFiles", "Glibc", "JSON"],
    "Translation": ["Files", "JSON", "Scheduling", "Terminal"],
    "rubato-transfer": ["ChildProcesses", "Glibc", "Transfers"],
    "Verbs": [
      "ArgumentParser", "AtomicFiles", "ChildProcesses", "Control", "Glibc", "Terminal",
      "Transfers", "Varlink", "Vocabulary",
      "Zones",
    ],
    "generate": ["FoundationEssentials", "Varlink"],
    "manual": ["FoundationEssentials"],
    "rubatod": ["ArgumentParser", "Control", "Daemon", "Glibc", "Logging"],
    "rubatoctl": ["ArgumentParser", "Verbs"],
    "rubato-lab": [
      "ArgumentParser", "AtomicFiles", "ChildProcesses", "Control", "Files",
      "FoundationEssentials", "Glibc", "JSON", "Recording",
      "Report", "Scenarios", "Scheduling", "Simulation", "Studies", "Terminal", "Translation",
      "Verbs", "Vocabulary", "Zones",
    ],
  ]

  func findings(in file: Repository.File) -> [Finding] {
    let parts = file.path.split(separator: "/")
    // Sources, a shelf, a target.
    guard parts.count > 3, parts[0] == "Sources" else { return [] }
    let target = String(parts[2])
    guard let allowed = Self.allowed[target] else {
      return [
        Finding(path: file.path, line: 1, what: "target \(target) is not in the table of imports")
      ]
    }
    return findings(inCodeOf: file) { line in
      guard let module = Self.module(importedBy: line), !allowed.contains(module) else {
        return nil
      }
      return "\(target) may not import \(module)"
    }
  }

  /// The module of `@testable import Store`, `package import struct Varlink.Frame`, and the
  /// like.
  static func module(importedBy line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let index = words.firstIndex(of: "import"),
      words[..<index].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
    else { return nil }
    let name = words[(index + 1)...].first { !declarationKinds.contains($0) }
    return name?.split(separator: ".").first.map { String($0) }
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let declarationKinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]
}
