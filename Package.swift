// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests simulate years, which takes ten times as long without optimisation. The Makefile therefore also optimises the
/// simulating targets in debug builds, with their assertions. Packages that depend on this one must not have such
/// flags. The compiler optimises each file separately, not whole modules: a module and its importers are compiled at
/// the same time, and a change recompiles only some files.
let optimised: [SwiftSetting] =
  Context.environment["RUBATO_OPTIMISED"] == nil
  ? strict
  : strict + [
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
  ]

/// The C++ library is linked statically. Only Swift's runtime uses it, and finding and relocating the shared library
/// takes a tenth of the time of `rubatoctl --version`. `make release` puts only the archive of the library into this
/// directory, so that the linker uses the archive. By default, Swift exports every function of a program for libraries
/// that it could load. No library here uses one; without the exports, the linker can remove unused functions.
let linked: [LinkerSetting] =
  Context.environment["RUBATO_OPTIMISED"] == nil
  ? []
  : [
    .unsafeFlags(
      [
        "-L", "\(Context.packageDirectory)/.build/static", "-Xclang-linker", "-static-libgcc",
        "-Xlinker", "--no-export-dynamic",
      ],
      .when(configuration: .release))
  ]

extension Target.Dependency {
  /// A product that the daemon and its programs need. A package that uses only BackgroundTasks disables the trait with
  /// `traits: []`, and then fetches none of these packages.
  static func daemons(_ product: String, of package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Daemon"]))
  }
}

/// The settings of the C programs that accompany a run.
let small: [CSetting] = [
  .define("_GNU_SOURCE"),
  // Sanitizers need a C library.
  .unsafeFlags(["-Wall", "-Wextra", "-Werror", "-fno-sanitize=all"]),
]

/// Returns the targets with their paths below `folder`. The default path is the target's name; the default settings are
/// `strict`.
func shelf(_ folder: String, _ targets: [Target]) -> [Target] {
  for target in targets {
    target.path = "\(folder)/\(target.path ?? target.name)"
    if target.type != .system { target.swiftSettings = target.swiftSettings ?? strict }
  }
  return targets
}

// The targets in the order of their dependencies. TidyTests checks the imports.

// Headers of C libraries, and C code for tasks that Swift cannot do.
let shims = shelf(
  "Sources/Shims",
  [
    // Replaces functions that open files, in the process of a test.
    .target(name: "CFiles"),
    .target(name: "CLinux"),
    .target(name: "CMainQueue"),
    .target(name: "CNSObject"),
    // Replaces functions that submit code to queues, in the process of a test.
    .target(name: "CQueues"),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    // ZIP files. zlib is loaded at its first use.
    .target(name: "CDeflate"),
  ])

let core = shelf(
  "Sources/Core",
  [
    .target(name: "Vocabulary", swiftSettings: optimised),
    .target(
      name: "Scheduling",
      dependencies: [
        "Vocabulary",
        // Without a condition, since tests of apps also simulate with them.
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: optimised),
    .target(
      name: "Store",
      dependencies: ["CSQLite", "JSON", "Scheduling"],
      swiftSettings: optimised),
    .target(name: "Stepping", dependencies: ["Scheduling", "Store"], swiftSettings: optimised),
  ])

let machine = shelf(
  "Sources/Machine",
  [
    .target(
      name: "Descriptors", dependencies: ["CLinux", "CSystemd"]),
    .target(name: "Bus", dependencies: ["CSystemd", "Descriptors"]),
    .target(
      name: "Devices", dependencies: ["Bus", "Descriptors", "Scheduling", "CLinux", "CSystemd"]),
    .target(
      name: "Launch",
      dependencies: [
        "Bus", "ChildProcesses", "Descriptors", "Scheduling", "CLinux", "CSystemd",
      ]),
    // The ends of child processes.
    .target(name: "ChildProcesses"),
    // Files that exist completely or not at all.
    .target(name: "AtomicFiles"),
    .target(name: "Zones", dependencies: ["Vocabulary"]),
    // The states of the threads of a test, for the bench.
    .target(name: "ThreadStates", dependencies: ["CQueues"]),
  ])

let wire = shelf(
  "Sources/Protocol",
  [
    .target(name: "JSON", swiftSettings: optimised),
    .target(name: "Varlink", dependencies: ["CLinux", "JSON"]),
    .target(
      name: "VarlinkServer",
      dependencies: [
        "CLinux", "Descriptors", "Varlink",
        .daemons("DequeModule", of: "swift-collections"),
      ]),
    .target(
      name: "Control",
      dependencies: ["JSON"],
      resources: [.embedInCode("io.rubato.Scheduler.varlink")]),
  ])

let service = shelf(
  "Sources/Daemon",
  [
    .target(
      name: "Daemon",
      dependencies: [
        "Scheduling", "Store", "Stepping", "Descriptors", "Devices", "Launch", "Files", "Recording",
        "Control", "JSON", "Varlink", "VarlinkServer", "CLinux", "CSystemd", "AtomicFiles",
        "Zones",
        .daemons("DequeModule", of: "swift-collections"),
        .daemons("Logging", of: "swift-log"),
      ]),
    .target(
      name: "Files",
      dependencies: ["CYAML", "Scheduling", "Zones"]),
    .target(name: "Recording", dependencies: ["Files", "Scheduling"], swiftSettings: optimised),
  ])

let commandLine = shelf(
  "Sources/CommandLine",
  [
    .target(
      name: "Terminal", dependencies: ["AtomicFiles", "Control", "Vocabulary"]),
    .target(
      name: "Verbs",
      dependencies: [
        "AtomicFiles", "ChildProcesses", "Control", "Vocabulary", "Terminal", "Transfers",
        "Varlink", "Zones",
        .daemons("ArgumentParser", of: "swift-argument-parser"),
      ]),
  ])

let laboratory = shelf(
  "Sources/Laboratory",
  [
    .target(
      name: "Simulation",
      dependencies: [
        "Scheduling",
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: optimised),
    // Experiments with simulated devices, and their figures. A bench does not need this target.
    .target(
      name: "Studies",
      dependencies: [
        "Scheduling", "Simulation",
        .daemons("OrderedCollections", of: "swift-collections"),
      ],
      swiftSettings: optimised),
    .target(
      name: "Scenarios",
      dependencies: [
        "Files", "Scheduling", "Simulation",
      ]),
    .target(
      name: "Report",
      dependencies: [
        "JSON", "Scheduling", "Simulation", "Studies", "Terminal",
        .daemons("OrderedCollections", of: "swift-collections"),
      ],
      resources: [.embedInCode("Page")],
      swiftSettings: optimised),
    // Conversion of entries of other schedulers into requests.
    .target(
      name: "Translation", dependencies: ["Files", "JSON", "Scheduling", "Terminal"]),
  ])

let apps = shelf(
  "Sources/Apps",
  [
    // The library of apps: a module with the API of Apple's module of this name.
    .target(name: "BackgroundTasks"),
    // The connection to the daemon. BackgroundTasks finds it if it is linked.
    .target(
      name: "DaemonConnection",
      dependencies: ["BackgroundTasks", "CLinux", "CMainQueue", "Control", "Varlink"]),
    // The tests of an app are built without the connection, and without the daemon's interface.
    .target(
      name: "OptionalConnection",
      dependencies: [
        "BackgroundTasks",
        .target(
          name: "DaemonConnection",
          condition: .when(platforms: [.linux], traits: ["Daemon", "Connection"])),
      ]),
    // The lifecycle of an app, with names from UIKit, SwiftUI and Expo.
    .target(
      name: "AppLifecycle", dependencies: ["BackgroundTasks", "CNSObject"]),
    // Logs of apps, with names from Apple's module os.
    .target(name: "AppLogging"),
    // The orders and the progress of transfers, in directories of their owners.
    .target(name: "Transfers", dependencies: ["AtomicFiles", "JSON"]),
    // Uploads and downloads of apps, with names from URLSession's background sessions.
    .target(
      name: "BackgroundTransfers",
      dependencies: ["BackgroundTasks", "Control", "DaemonConnection", "Transfers"]),
    // Work in several steps and periodic work, based on tasks.
    .target(
      name: "BackgroundWork", dependencies: ["AtomicFiles", "BackgroundTasks"]),
    // The library for tests of apps: it runs the scheduler without a daemon.
    .target(
      name: "BackgroundTasksTesting",
      dependencies: [
        "AppLifecycle", "BackgroundTasks", "CFiles", "CQueues", "ChildProcesses", "JSON",
        "Scheduling", "Simulation",
        .target(name: "ThreadStates", condition: .when(platforms: [.linux])),
        .target(name: "Scenarios", condition: .when(traits: ["Daemon", "ScenarioFiles"])),
      ],
      swiftSettings: optimised),
    .target(name: "ZIPArchive", dependencies: ["CDeflate"]),
  ])

let programs = shelf(
  "Sources/Programs",
  [
    .executableTarget(
      name: "rubatod",
      dependencies: [
        "Daemon", "Control", .daemons("ArgumentParser", of: "swift-argument-parser"),
      ], linkerSettings: linked),
    .executableTarget(
      name: "rubatoctl",
      dependencies: ["Verbs", .daemons("ArgumentParser", of: "swift-argument-parser")],
      linkerSettings: linked),
    .executableTarget(
      name: "rubato-lab",
      dependencies: [
        "AtomicFiles", "ChildProcesses", "Control", "Files", "JSON", "Recording", "Report",
        "Scenarios", "Scheduling", "Simulation", "Studies", "Terminal", "Translation", "Verbs",
        "Vocabulary", "Zones",
        .daemons("ArgumentParser", of: "swift-argument-parser"),
      ], linkerSettings: linked),
    .executableTarget(
      name: "rubato-supervise",
      dependencies: ["CLinux"],
      cSettings: small,
      // Contains no Swift, since Swift's runtime would cost memory in every run.
      linkerSettings: [.unsafeFlags(["-nostartfiles"])]),
    .executableTarget(
      name: "rubato-observe",
      cSettings: small,
      linkerSettings: [.unsafeFlags(["-nostartfiles"])]),
    // The command of a transfer: it runs curl.
    .executableTarget(
      name: "rubato-transfer", dependencies: ["ChildProcesses", "Transfers"],
      linkerSettings: linked),
    .executableTarget(
      name: "rubato-notify", dependencies: ["CSystemd"],
      cSettings: small,
      linkerSettings: [.linkedLibrary("systemd"), .unsafeFlags(["-nostartfiles"])]),
    // Generates sources from a description. No product contains it.
    .executableTarget(
      name: "generate", dependencies: ["Varlink"]),
    // Writes the manual pages from the help of the programs.
    .executableTarget(name: "manual"),
  ])

let suites = shelf(
  "Tests/Suites",
  [
    .testTarget(
      name: "AppLifecycleTests", dependencies: ["AppLifecycle"]),
    .testTarget(name: "AppLoggingTests", dependencies: ["AppLogging"]),
    .testTarget(
      name: "BackgroundTasksTestingTests",
      dependencies: ["AppCases", "AppLifecycle", "BackgroundTasksTesting", "Control", "JSON"]),
    .testTarget(
      name: "BackgroundTasksTests",
      dependencies: ["BackgroundTasks"]),
    .testTarget(
      name: "BackgroundTransfersTests",
      dependencies: [
        "BackgroundTasks", "BackgroundTransfers", "Control", "Transfers", "rubato-transfer",
      ]),
    .testTarget(
      name: "BackgroundWorkTests", dependencies: ["BackgroundTasksTesting", "BackgroundWork"]),
    .testTarget(
      name: "ControlTests", dependencies: ["Control", "JSON", "Varlink"]),
    .testTarget(
      name: "DaemonConnectionTests",
      dependencies: ["Control", "DaemonConnection", "UnixSockets", "Varlink"]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Daemon", "rubatod", "rubatoctl", "rubato-lab", "rubato-supervise", "rubato-observe",
        "rubato-transfer", "Transfers", "crashing-daemon", "AppCases", "life-app", "task-app",
        "rubato-notify", "manual", "Descriptors", "UnixSockets",
        .daemons("Logging", of: "swift-log"),
      ]),
    .testTarget(
      name: "DevicesTests",
      dependencies: [
        "Bus", "Buses", "CLinux", "Descriptors", "Devices", "Scheduling", "UnixSockets",
      ]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "Scheduling"]),
    .testTarget(
      name: "LaunchTests",
      dependencies: [
        "Bus", "Buses", "CLinux", "ChildProcesses", "Descriptors", "Launch", "Scheduling",
        "rubato-supervise", "escapes",
      ]),
    .testTarget(
      name: "RecordingTests", dependencies: ["Files", "Recording", "Scheduling"],
      exclude: ["Versions"]),
    .testTarget(
      name: "ReportTests",
      dependencies: ["Report", "Scheduling", "Simulation", "Studies", "Terminal"]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "Files", "Report", "Scenarios", "Scheduling", "Simulation", "Studies", "Terminal",
      ]),
    .testTarget(
      name: "SchedulingTests", dependencies: ["Scheduling"], exclude: ["README.md"]),
    .testTarget(
      name: "SimulationTests", dependencies: ["Scheduling", "Simulation", "Studies"]),
    .testTarget(
      name: "StoreTests", dependencies: ["Store"], exclude: ["Versions"]),
    .testTarget(
      name: "SwarmTests", dependencies: ["Scheduling", "Stepping", "Store", "Swarm"]),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "Control", "Scheduling"]),
    .testTarget(name: "TidyTests", dependencies: ["generate"], swiftSettings: optimised),
    .testTarget(
      name: "TranslationTests",
      dependencies: ["Files", "Scheduling", "Terminal", "Translation"]),
    .testTarget(
      name: "VarlinkTests",
      dependencies: [
        "Descriptors", "JSON", "Varlink", "VarlinkServer", "varlink-certification",
      ]),
    .testTarget(name: "ZIPArchiveTests", dependencies: ["ZIPArchive"]),
  ])

let testLibraries = shelf(
  "Tests/Libraries",
  [
    // Behaviours of handlers and the results of their tasks: for benches and daemons.
    .target(
      name: "AppCases", dependencies: ["BackgroundTasks"]),
    // Message buses of their own: for sources of the device and for units.
    .target(
      name: "Buses", dependencies: ["Bus"]),
    .target(
      name: "Swarm", dependencies: ["Scheduling", "Stepping", "Store"],
      swiftSettings: optimised),
    // Sockets of servers and clients that tests play.
    .target(name: "UnixSockets"),
  ])

let testPrograms = shelf(
  "Tests/Programs",
  [
    .executableTarget(
      name: "task-app", dependencies: ["AppCases", "BackgroundTasks", "DaemonConnection"]),
    .executableTarget(
      name: "life-app", dependencies: ["AppCases", "AppLifecycle", "BackgroundTransfers"]),
    .executableTarget(
      name: "crashing-daemon", dependencies: ["Daemon", "Scheduling", "Store"]),
    .executableTarget(
      name: "escapes",
      cSettings: [.define("_GNU_SOURCE"), .unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .executableTarget(
      name: "rubato-swarm",
      dependencies: [
        "CLinux", "Scheduling", "Swarm",
        .daemons("ArgumentParser", of: "swift-argument-parser"),
      ]),
  ])

let benchmarks = shelf(
  "Tests/Benchmarks",
  [
    .executableTarget(
      name: "habit-judge", dependencies: ["Scheduling"]),
    .executableTarget(
      name: "scale-bench", dependencies: ["CLinux", "Scheduling"]),
    .executableTarget(
      name: "year-bench", dependencies: ["Recording", "Scheduling", "Simulation"]),
  ])

let checks = shelf(
  "Tests/Checks",
  [
    .executableTarget(
      name: "varlink-certification",
      dependencies: [
        "Varlink", "VarlinkServer",
      ], path: "Certification",
      exclude: ["daemon.py", "run.sh"])
  ])

let package = Package(
  name: "rubato",
  // For benches on a Mac (docs/decisions/0026-macs.md). Linux has no platform versions.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "rubatod", targets: ["rubatod"]),
    .executable(name: "rubatoctl", targets: ["rubatoctl"]),
    .executable(name: "rubato-lab", targets: ["rubato-lab"]),
    .executable(name: "rubato-supervise", targets: ["rubato-supervise"]),
    .executable(name: "rubato-observe", targets: ["rubato-observe"]),
    .executable(name: "rubato-transfer", targets: ["rubato-transfer"]),
    .executable(name: "rubato-notify", targets: ["rubato-notify"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks", "OptionalConnection"]),
    .library(name: "AppLifecycle", targets: ["AppLifecycle", "OptionalConnection"]),
    .library(name: "AppLogging", targets: ["AppLogging"]),
    .library(name: "BackgroundTasksTesting", targets: ["BackgroundTasksTesting"]),
    .library(name: "BackgroundTransfers", targets: ["BackgroundTransfers"]),
    .library(name: "BackgroundWork", targets: ["BackgroundWork", "OptionalConnection"]),
    .library(name: "ZIPArchive", targets: ["ZIPArchive"]),
  ],
  traits: [
    .default(enabledTraits: ["Daemon"]),
    .trait(name: "Daemon", description: "The daemon and its programs"),
    .trait(name: "Connection", description: "The connection to the daemon, for apps on Linux"),
    .trait(name: "ScenarioFiles", description: "Scenario files on the benches of apps' tests"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: shims + core + machine + wire + service + commandLine + laboratory + apps + programs
    + suites + testLibraries + testPrograms + benchmarks + checks
)

// Coverage-guided fuzzing instruments all targets, and libFuzzer contains the `main` function, so fuzzing has its own
// builds (see Tests/Checks/Fuzz/coverage.sh).
if Context.environment["RUBATO_FUZZER"] != nil {
  package.targets.append(
    .executableTarget(
      name: "rubato-fuzz",
      dependencies: [
        "Control", "Files", "Recording", "Scenarios", "Scheduling", "Simulation", "Store",
        "Varlink",
      ],
      path: "Tests/Checks/Fuzz/Coverage", swiftSettings: strict))
}

// Builds only the named targets and their dependencies: `make release` names the installed programs, a developer a
// suite.
if let names = Context.environment["RUBATO_ONLY"] {
  var needed: Set<String> = []
  var open = Set(names.split(separator: " ").map(String.init))
  while let name = open.popFirst() {
    guard needed.insert(name).inserted else { continue }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): open.insert(name)
      case .productItem: break
      @unknown default: break
      }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    !needed.contains(product.name)
      || !needed.isSuperset(of: (product as? Product.Library)?.targets ?? [])
  }
}
