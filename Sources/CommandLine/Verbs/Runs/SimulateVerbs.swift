import ArgumentParser

// These names for `run --force` and `expire` are those of Apple's debugger commands for background tasks, for users who
// come from a phone.

struct SimulateLaunchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "simulate-launch",
    abstract: "Launch a task of an app now: the same as run --force.",
    discussion: ExitCodes.withWaitOptions)

  @OptionGroup var request: RequestOptions

  @OptionGroup var wait: WaitOptions
  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    try RunVerb.start(request, mode: "force", wait.waiting, session)
  }
}

struct SimulateExpirationVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "simulate-expiration",
    abstract: "Call the expiration handler of an app's task now: the same as expire.")

  @OptionGroup var requests: SomeRequestsOptions
  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    try ExpireVerb.expire(requests, session)
  }
}
