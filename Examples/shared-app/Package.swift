// swift-tools-version: 6.2
import PackageDescription

// RUBATO_PACKAGE is the URL of a git repository; without it the package is the one that this example is part of. An
// app has one line here: .package(url: "https://example.com/rubato.git", from: "0.1.0", traits: []).
let rubato =
  Context.environment["RUBATO_PACKAGE"].map { .package(url: $0, from: "1.0.0", traits: []) }
  ?? Package.Dependency.package(name: "rubato", path: "../..", traits: [])

/// The systems without Apple's framework. On iOS, no part of the package is built.
let bench = TargetDependencyCondition.when(platforms: [.linux, .macOS])

let package = Package(
  name: "shared-app",
  platforms: [.iOS(.v17), .macOS(.v15)],
  products: [.library(name: "Background", targets: ["Background"])],
  dependencies: [rubato],
  targets: [
    .target(
      name: "Background",
      dependencies: [.product(name: "BackgroundTasks", package: "rubato", condition: bench)]),
    .testTarget(
      name: "BackgroundTests",
      dependencies: [
        "Background",
        .product(name: "BackgroundTasksTesting", package: "rubato", condition: bench),
      ]),
  ]
)
