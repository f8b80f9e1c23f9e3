/// Writes the generated files into the checkout at the given path.
@main struct Generate {
  static func main() throws {
    let checkout = Checkout(root: CommandLine.arguments.dropFirst().first ?? ".")
    let changed = try checkout.write(try GeneratedSources(of: checkout))
    for path in changed { print(path) }
    if changed.isEmpty { print("All that is generated is up to date.") }
  }
}
