// swift-tools-version: 6.2
import PackageDescription

// With this trait, the program has a connection to the daemon. Packages that only the daemon needs are not fetched.
// RUBATO_PACKAGE is the URL of a git repository; without it the package is the one that this example is part of.
let rubato: Package.Dependency =
  if let url = Context.environment["RUBATO_PACKAGE"] {
    .package(url: url, from: "1.0.0", traits: ["Connection"])
  } else {
    .package(name: "rubato", path: "../..", traits: ["Connection"])
  }

let package = Package(
  name: "news-refresh",
  dependencies: [rubato],
  targets: [
    .executableTarget(
      name: "news-refresh",
      dependencies: [.product(name: "BackgroundTasks", package: "rubato")])
  ]
)
