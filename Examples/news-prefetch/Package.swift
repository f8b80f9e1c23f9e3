// swift-tools-version: 6.2
import PackageDescription

// With `traits: []` only the parts for tests are built. To run the program with rubatod, use the trait "Connection".
// RUBATO_PACKAGE is the URL of a git repository; without it the package is the one that this example is part of.
let rubato: Package.Dependency =
  if let url = Context.environment["RUBATO_PACKAGE"] {
    .package(url: url, from: "1.0.0", traits: [])
  } else {
    .package(name: "rubato", path: "../..", traits: [])
  }

let package = Package(
  name: "news-prefetch",
  dependencies: [rubato],
  targets: [
    .target(
      name: "News", dependencies: [.product(name: "BackgroundTasks", package: "rubato")]),
    .executableTarget(name: "news-prefetch", dependencies: ["News"]),
    .testTarget(
      name: "NewsTests",
      dependencies: ["News", .product(name: "BackgroundTasksTesting", package: "rubato")]),
  ]
)
