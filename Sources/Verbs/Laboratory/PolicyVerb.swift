import ArgumentParser

struct PolicyVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "What files say: task files, and the numbers that decide.",
    subcommands: [PolicyCheckVerb.self, PolicyShowVerb.self])
}
