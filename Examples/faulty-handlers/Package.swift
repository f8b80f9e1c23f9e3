// swift-tools-version: 6.2
import PackageDescription

// As in the other examples: RUBATO_PACKAGE is the URL of a git repository.
let rubato: Package.Dependency =
  if let url = Context.environment["RUBATO_PACKAGE"] {
    .package(url: url, from: "1.0.0", traits: [])
  } else {
    .package(name: "rubato", path: "../..", traits: [])
  }

let package = Package(
  name: "faulty-handlers",
  dependencies: [rubato],
  targets: [
    .testTarget(
      name: "FaultTests",
      dependencies: [.product(name: "BackgroundTasksTesting", package: "rubato")])
  ]
)
