import Control

extension Failure {
  /// A refusal of `submit` that names the option at fault, as it is typed, instead of the field.
  func namingOption() -> Failure { naming(Self.submitOptions) }

  /// - Parameter options: The option that fills a field of the call.
  package func naming(_ options: [String: String]) -> Failure {
    guard case .refused(let error, var parameters) = self, let field = parameters.field,
      let option = options[field], parameters.message.hasPrefix("\(field) ")
    else { return self }
    parameters.message = option + parameters.message.dropFirst(field.count)
    return .refused(error: error, parameters)
  }

  private static let submitOptions = [
    "id": "--id", "app": "--app", "kind": "--kind", "earliest": "--earliest",
    "latest": "--latest", "every": "--every", "flex": "--flex", "requires": "--requires",
    "budget": "--budget", "grace": "--grace", "group": "--group", "retries": "--retries",
    "backoff": "--backoff", "backoffDelay": "--backoff-delay", "prefers": "--prefer",
    "atLatest": "--at-latest", "ifPending": "--if-pending", "command.signal": "--signal",
    "command.directory": "--directory", "command.unit": "--unit",
    "command.steps": "--step", "command.steps.name": "--step",
    "command.steps.limit": "--step-limit",
    "onClosedGate": "--on-closed-gate", "earlySignal": "--early-signal",
    "onLostPreference": "--on-lost-preference",
    "signalsReadiness": "--ready", "limits.memoryBytes": "--limit memory",
    "limits.tasks": "--limit tasks",
    "limits.cpuPercent": "--limit cpu", "limits.cpuWeight": "--limit cpu-weight",
    "limits.ioWeight": "--limit io-weight", "onFailure": "--on-failure", "condition": "--condition",
    "preventsSleep": "--prevent-sleep",
  ]
}
