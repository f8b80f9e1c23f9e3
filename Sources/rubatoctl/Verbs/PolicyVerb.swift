import ArgumentParser

struct PolicyVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "What files say.", subcommands: [PolicyCheckVerb.self])
}
