// swift-tools-version: 6.2
import PackageDescription

// As in the other examples: RUBATO_PACKAGE is the URL of a git repository.
let rubato =
  Context.environment["RUBATO_PACKAGE"].map { .package(url: $0, from: "1.0.0", traits: []) }
  ?? Package.Dependency.package(name: "rubato", path: "../..", traits: [])

let package = Package(
  name: "health-sync",
  dependencies: [rubato],
  targets: [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "Sync", dependencies: ["CSQLite", .product(name: "BackgroundTasks", package: "rubato")]),
    .testTarget(
      name: "SyncTests",
      dependencies: ["Sync", .product(name: "BackgroundTasksTesting", package: "rubato")]),
  ]
)
