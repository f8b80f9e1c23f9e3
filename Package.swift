// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests simulate years, which takes ten times as long without optimisation: for the Makefile, parts that do that are optimised in
/// debug builds as well, with their assertions. Packages that depend on this one may not have such flags. File by file, and not as whole
/// modules: what imports a module is compiled beside it, and after a change not everything is compiled again.
let optimised: [SwiftSetting] =
  Context.environment["RUBATO_OPTIMISED"] == nil
  ? strict
  : strict + [
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
  ]

/// The C++ library, which only Swift's runtime uses, is linked in: to find and relocate it takes a tenth of the time of `rubatoctl --version`.
/// `make release` leaves its archive alone in that directory, so that the linker takes it.
let linked: [LinkerSetting] =
  Context.environment["RUBATO_OPTIMISED"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-L", "\(Context.packageDirectory)/.build/static", "-Xclang-linker", "-static-libgcc"],
      .when(configuration: .release))
  ]

extension Target.Dependency {
  /// What the daemon and its programs need. Whoever only uses BackgroundTasks leaves it out, and fetches none of it
  /// (`traits: []`).
  static func daemons(_ product: String, of package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Daemon"]))
  }
}

let package = Package(
  name: "rubato",
  products: [
    .executable(name: "rubatod", targets: ["rubatod"]),
    .executable(name: "rubatoctl", targets: ["rubatoctl"]),
    .executable(name: "rubato-lab", targets: ["rubato-lab"]),
    .executable(name: "rubato-supervise", targets: ["rubato-supervise"]),
    .executable(name: "rubato-observe", targets: ["rubato-observe"]),
    .executable(name: "rubato-transfer", targets: ["rubato-transfer"]),
    .executable(name: "rubato-notify", targets: ["rubato-notify"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "AppLifecycle", targets: ["AppLifecycle"]),
    .library(name: "BackgroundTasksTesting", targets: ["BackgroundTasksTesting"]),
    .library(name: "BackgroundTransfers", targets: ["BackgroundTransfers"]),
    .library(name: "BackgroundWork", targets: ["BackgroundWork"]),
    .library(name: "ZIPArchive", targets: ["ZIPArchive"]),
  ],
  traits: [
    .default(enabledTraits: ["Daemon"]),
    .trait(name: "Daemon", description: "The daemon and its programs"),
    .trait(name: "ScenarioFiles", description: "Scenario files on the benches of apps' tests"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: [
    // Header shims.
    .target(name: "CLinux"),
    .target(name: "CMainQueue"),
    .target(name: "CNSObject"),
    // In the place of functions that hand over code to queues, in the process of a test.
    .target(name: "CQueues"),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    // The idea, and what stands around it. Import directions are checked by TidyTests.
    .target(name: "Vocabulary", swiftSettings: optimised),
    .target(
      name: "Scheduling",
      dependencies: [
        "Vocabulary",
        // Without a condition: tests of apps simulate with them, too.
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: optimised),
    .target(name: "JSON", swiftSettings: optimised),
    .target(
      name: "Store",
      dependencies: ["CSQLite", "JSON", "Scheduling"],
      swiftSettings: optimised),
    .target(name: "Stepping", dependencies: ["Scheduling", "Store"], swiftSettings: optimised),
    .target(
      name: "Descriptors", dependencies: ["CLinux", "CSystemd"], swiftSettings: strict),
    .target(name: "Bus", dependencies: ["CSystemd", "Descriptors"], swiftSettings: strict),
    .target(
      name: "Devices", dependencies: ["Bus", "Descriptors", "Scheduling", "CLinux", "CSystemd"],
      swiftSettings: strict),
    .target(
      name: "Launch", dependencies: ["Bus", "Descriptors", "Scheduling", "CLinux", "CSystemd"],
      swiftSettings: strict),
    .target(
      name: "Files",
      dependencies: ["CYAML", "Scheduling"],
      swiftSettings: strict),
    .target(name: "Recording", dependencies: ["Files", "Scheduling"], swiftSettings: optimised),
    .target(name: "Varlink", dependencies: ["CLinux", "JSON"], swiftSettings: strict),
    .target(
      name: "VarlinkServer",
      dependencies: [
        "CLinux", "Descriptors", "Varlink",
        .daemons("DequeModule", of: "swift-collections"),
      ],
      swiftSettings: strict),
    .target(
      name: "Control",
      dependencies: ["JSON", "Varlink"],
      resources: [.embedInCode("io.rubato.Scheduler.varlink")],
      swiftSettings: strict),
    // What apps link: a module with the API of Apple's.
    .target(
      name: "BackgroundTasks", dependencies: ["CLinux", "CMainQueue", "Control", "Varlink"],
      swiftSettings: strict),
    // Files that are there as a whole or not at all.
    .target(name: "AtomicFiles", swiftSettings: strict),
    // What transfers are to do and how far they have come, in directories of their owners.
    .target(name: "Transfers", dependencies: ["AtomicFiles", "JSON"], swiftSettings: strict),
    // The life of an app around its tasks, with names of UIKit's, SwiftUI's and Expo's.
    .target(
      name: "AppLifecycle", dependencies: ["BackgroundTasks", "CNSObject"], swiftSettings: strict),
    // Uploads and downloads of apps, with names of URLSession's background sessions.
    .target(
      name: "BackgroundTransfers",
      dependencies: ["BackgroundTasks", "Control", "Transfers"], swiftSettings: strict),
    // Work of several steps and periodic work, on top of tasks.
    .target(
      name: "BackgroundWork", dependencies: ["AtomicFiles", "BackgroundTasks"],
      swiftSettings: strict),
    // ZIP files; zlib is loaded when it is used.
    .target(name: "CDeflate"),
    .target(name: "ZIPArchive", dependencies: ["CDeflate"], swiftSettings: strict),
    // What tests of apps link: the scheduler in the place of the daemon.
    .target(
      name: "BackgroundTasksTesting",
      dependencies: [
        "AppLifecycle", "BackgroundTasks", "CQueues", "Control", "Scheduling", "Simulation",
        .target(name: "Scenarios", condition: .when(traits: ["Daemon", "ScenarioFiles"])),
      ],
      swiftSettings: optimised),
    .target(
      name: "Simulation",
      dependencies: [
        "Scheduling",
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: optimised),
    .target(
      name: "Scenarios",
      dependencies: [
        "Files", "Scheduling", "Simulation",
      ],
      swiftSettings: strict),
    .target(
      name: "Terminal", dependencies: ["Control", "Vocabulary"], swiftSettings: strict),
    .target(
      name: "Report",
      dependencies: [
        "JSON", "Scheduling", "Simulation", "Terminal",
        .daemons("OrderedCollections", of: "swift-collections"),
      ],
      resources: [.embedInCode("Page")],
      swiftSettings: optimised),
    .target(
      name: "Verbs",
      dependencies: [
        "Control", "Vocabulary", "Terminal", "Transfers", "Varlink",
        .daemons("ArgumentParser", of: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "Daemon",
      dependencies: [
        "Scheduling", "Store", "Stepping", "Descriptors", "Devices", "Launch", "Files", "Recording",
        "Control", "JSON", "Varlink", "VarlinkServer", "CLinux", "CSystemd", "AtomicFiles",
        .daemons("DequeModule", of: "swift-collections"),
        .daemons("Logging", of: "swift-log"),
      ],
      swiftSettings: strict),

    // Programs.
    .executableTarget(
      name: "rubatod",
      dependencies: [
        "Daemon", "Control", .daemons("ArgumentParser", of: "swift-argument-parser"),
      ],
      swiftSettings: strict, linkerSettings: linked),
    .executableTarget(
      name: "rubatoctl",
      dependencies: ["Verbs", .daemons("ArgumentParser", of: "swift-argument-parser")],
      swiftSettings: strict, linkerSettings: linked),
    .executableTarget(
      name: "rubato-lab",
      dependencies: [
        "Control", "Files", "Recording", "Report", "Scenarios", "Scheduling", "Simulation",
        "Terminal", "Verbs",
        .daemons("ArgumentParser", of: "swift-argument-parser"),
      ],
      swiftSettings: strict, linkerSettings: linked),
    // Writes sources that follow from a description; no product has it.
    .executableTarget(
      name: "generate", dependencies: ["Varlink"], swiftSettings: strict),
    // Writes the manual from what the programs say with --help.
    .executableTarget(name: "manual", swiftSettings: strict),
    .executableTarget(
      name: "rubato-supervise",
      dependencies: ["CLinux"],
      cSettings: [
        .define("_GNU_SOURCE"),
        // Sanitizers need a C library.
        .unsafeFlags(["-Wall", "-Wextra", "-Werror", "-fno-sanitize=all"]),
      ],
      // There is no Swift in it: its runtime would only cost memory in every run.
      linkerSettings: [.unsafeFlags(["-nostartfiles"])]),

    .executableTarget(
      name: "rubato-observe",
      cSettings: [
        .define("_GNU_SOURCE"),
        .unsafeFlags(["-Wall", "-Wextra", "-Werror", "-fno-sanitize=all"]),
      ],
      linkerSettings: [.unsafeFlags(["-nostartfiles"])]),

    // The command of a transfer: it runs curl.
    .executableTarget(
      name: "rubato-transfer", dependencies: ["Transfers"], swiftSettings: strict,
      linkerSettings: linked),

    .executableTarget(
      name: "rubato-notify", dependencies: ["CSystemd"],
      cSettings: [
        .define("_GNU_SOURCE"),
        .unsafeFlags(["-Wall", "-Wextra", "-Werror", "-fno-sanitize=all"]),
      ],
      linkerSettings: [.linkedLibrary("systemd"), .unsafeFlags(["-nostartfiles"])]),

    // Tests.
    .testTarget(
      name: "SchedulingTests", dependencies: ["Scheduling"], exclude: ["README.md"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreTests", dependencies: ["Store"], exclude: ["Versions"], swiftSettings: strict),
    .testTarget(
      name: "LaunchTests",
      dependencies: [
        "Bus", "CLinux", "Descriptors", "Launch", "Scheduling", "rubato-supervise", "escapes",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DevicesTests",
      dependencies: ["Bus", "CLinux", "Descriptors", "Devices", "Scheduling"],
      swiftSettings: strict),
    .testTarget(
      name: "RecordingTests", dependencies: ["Files", "Recording", "Scheduling"],
      exclude: ["Versions"], swiftSettings: strict),
    .testTarget(name: "FilesTests", dependencies: ["Files", "Scheduling"], swiftSettings: strict),
    // What handlers do, and what becomes of their tasks: for benches and daemons.
    .target(
      name: "AppCases", dependencies: ["BackgroundTasks"], path: "Tests/AppCases",
      swiftSettings: strict),
    .executableTarget(
      name: "task-app", dependencies: ["AppCases", "BackgroundTasks"], path: "Tests/TaskApp",
      swiftSettings: strict),
    .executableTarget(
      name: "life-app", dependencies: ["AppCases", "AppLifecycle", "BackgroundTransfers"],
      path: "Tests/LifeApp",
      swiftSettings: strict),
    .testTarget(
      name: "AppLifecycleTests", dependencies: ["AppLifecycle"], swiftSettings: strict),
    .testTarget(
      name: "BackgroundTasksTestingTests",
      dependencies: ["AppCases", "AppLifecycle", "BackgroundTasksTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "BackgroundTransfersTests",
      dependencies: [
        "BackgroundTasks", "BackgroundTransfers", "Control", "Transfers", "rubato-transfer",
      ],
      swiftSettings: strict),
    .testTarget(name: "ZIPArchiveTests", dependencies: ["ZIPArchive"], swiftSettings: strict),
    .testTarget(
      name: "BackgroundWorkTests", dependencies: ["BackgroundTasksTesting", "BackgroundWork"],
      swiftSettings: strict),
    .testTarget(
      name: "BackgroundTasksTests",
      dependencies: ["BackgroundTasks"], swiftSettings: strict),
    .testTarget(
      name: "VarlinkTests",
      dependencies: [
        "JSON", "Varlink", "VarlinkServer", "varlink-certification",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ControlTests", dependencies: ["Control", "JSON", "Varlink"],
      swiftSettings: strict),
    .testTarget(
      name: "SimulationTests", dependencies: ["Simulation", "Scheduling"],
      swiftSettings: strict),
    .testTarget(
      name: "ScenariosTests", dependencies: ["Files", "Scenarios", "Scheduling", "Simulation"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "Control", "Scheduling"],
      swiftSettings: strict),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Daemon", "rubatod", "rubatoctl", "rubato-lab", "rubato-supervise", "rubato-observe",
        "rubato-transfer", "Transfers", "crashing-daemon", "AppCases", "life-app", "task-app",
        "rubato-notify", "manual", "Descriptors",
        .daemons("Logging", of: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReportTests", dependencies: ["Report", "Scheduling", "Simulation", "Terminal"],
      swiftSettings: strict),
    .testTarget(
      name: "SwarmTests", dependencies: ["Scheduling", "Stepping", "Store", "Swarm"],
      swiftSettings: strict),
    .testTarget(name: "TidyTests", dependencies: ["generate"], swiftSettings: optimised),
    .executableTarget(
      name: "escapes", path: "Tests/Escapes",
      cSettings: [.define("_GNU_SOURCE"), .unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .executableTarget(
      name: "habit-judge", dependencies: ["Scheduling"], path: "Tests/HabitJudge",
      swiftSettings: strict),
    .executableTarget(
      name: "crashing-daemon", dependencies: ["Daemon", "Scheduling", "Store"],
      path: "Tests/CrashingDaemon", swiftSettings: strict),
    .executableTarget(
      name: "scale-bench", dependencies: ["CLinux", "Scheduling"], path: "Tests/Scale",
      swiftSettings: strict),
    .target(
      name: "Swarm", dependencies: ["Scheduling", "Stepping", "Store"], path: "Tests/Swarm",
      swiftSettings: optimised),
    .executableTarget(
      name: "rubato-swarm",
      dependencies: [
        "CLinux", "Scheduling", "Swarm",
        .daemons("ArgumentParser", of: "swift-argument-parser"),
      ],
      path: "Tests/SwarmProgram", swiftSettings: strict),
    .executableTarget(
      name: "year-bench", dependencies: ["Recording", "Scheduling", "Simulation"],
      path: "Tests/Year",
      swiftSettings: strict),
    .executableTarget(
      name: "varlink-certification",
      dependencies: [
        "Varlink", "VarlinkServer",
      ],
      path: "Tests/Certification", exclude: ["daemon.py", "run.sh"], swiftSettings: strict),
  ]
)

// Coverage-guided fuzzing instruments all that is built, and libFuzzer brings the `main`: it has builds of
// its own (see Tests/Fuzz/coverage.sh).
if Context.environment["RUBATO_FUZZER"] != nil {
  package.targets.append(
    .executableTarget(
      name: "rubato-fuzz",
      dependencies: [
        "Control", "Files", "Recording", "Scenarios", "Scheduling", "Simulation", "Store",
        "Varlink",
      ],
      path: "Tests/Fuzz/Coverage", swiftSettings: strict))
}

// `make release` builds what is installed and what describes it, and nothing for tests and for apps.
if Context.environment["RUBATO_INSTALLED"] != nil {
  var needed: Set<String> = []
  var open: Set<String> = [
    "rubatod", "rubatoctl", "rubato-lab", "rubato-supervise", "rubato-observe", "rubato-transfer",
    "rubato-notify", "manual",
  ]
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
  package.products.removeAll { !needed.contains($0.name) }
}
