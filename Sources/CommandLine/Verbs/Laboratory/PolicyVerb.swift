import ArgumentParser

struct PolicyVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "Check task and policy files, and show the settings.",
    subcommands: [PolicyCheckVerb.self, PolicyShowVerb.self])
}
