import ArgumentParser
import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

package struct Rubatoctl: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "rubatoctl",
    abstract: "Submit background work and show why it runs or waits.",
    discussion: """
      All verbs except top accept --json. All accept one of --socket PATH, --user and --system, before or after the \
      verb. Without these, the socket is the one in RUBATO_SOCKET, or the socket of the system's daemon. \
      With -H USER@HOST, the verb runs on that machine, over ssh; `status`, `list` and `metrics` take \
      several hosts, as in -H one,two.

      The documents that are named as docs/NAME.md are installed in /usr/share/doc/rubato.

      Exit codes: 0 success; 1 refused, invalid value, not found, held, overdue or failed; 2 invalid \
      command line; 3 no daemon running.
      """,
    version: Version.text,
    subcommands: [
      SubmitVerb.self, SetVerb.self, EditVerb.self, CancelVerb.self, ListVerb.self, ShowVerb.self,
      ExplainVerb.self,
      RunsVerb.self, LogsVerb.self, WatchVerb.self, TopVerb.self, WaitVerb.self, RunVerb.self,
      ExpireVerb.self,
      SimulateLaunchVerb.self, SimulateExpirationVerb.self, SimulatePushVerb.self, NotifyVerb.self,
      SimulateFetchVerb.self, StopVerb.self, PauseVerb.self, ResumeVerb.self, DrainVerb.self,
      GroupsVerb.self, GroupVerb.self, LimitsVerb.self,
      AcknowledgeVerb.self, RetryVerb.self, UnquarantineVerb.self, PushVerb.self,
      TransferVerb.self, TransfersVerb.self, AdoptVerb.self, ReleaseVerb.self, ExportVerb.self,
      ImportVerb.self, ChangedVerb.self,
      CheckpointVerb.self,
      ProgressVerb.self, ReadyVerb.self, AppVerb.self, QuotaVerb.self, DeviceVerb.self,
      ClockVerb.self, PolicyVerb.self, StatusVerb.self, MetricsVerb.self,
      ReportVerb.self, SimulateVerb.self, MergeVerb.self, FitVerb.self, ReplayVerb.self,
      CalendarVerb.self,
    ])

  package init() {}

  /// Runs the typed verb on the machines of `-H`, and exits with their code. If none is named, parses the command line
  /// and calls `body` with its verb. After an error, also if the answer could not be written, reports it and exits.
  package static func perform(_ body: (inout any ParsableCommand) throws -> Void) {
    Process.openStandardFiles()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try Process.checkArguments()
      let hostOptions = try HostOptions(arguments)
      if let exitCode = try RemoteHosts.perform(hostOptions) {
        if let failure = Output.failure { throw failure }
        Glibc.exit(exitCode)
      }
      var command = try command(of: hostOptions.rest)
      try body(&command)
      if let failure = Output.failure { throw failure }
    } catch let error as InputError {
      let failure = Failure.refused(error)
      failure.report(asJSON: isJSON)
      Glibc.exit(failure.exitCode)
    } catch let failure as Failure {
      failure.report(asJSON: isJSON)
      Glibc.exit(failure.exitCode)
    } catch {
      // An error of the parser, or a request for help.
      reportAndExit(error)
    }
  }

  /// Parses typed arguments. A verb that uses no daemon ignores the options that name one.
  private static func command(of typed: [String]) throws -> any ParsableCommand {
    // Parses words in the order that the parser expects: global options and signed numbers behind the verb's options.
    func parsed(_ words: [String]) throws -> any ParsableCommand {
      try parseAsRoot(SignedArguments.behindTerminator(GlobalOptions.movedBehindVerb(words)))
    }
    do {
      return try parsed(typed)
    } catch {
      let text = message(for: error)
      // A verb without a daemon does not know these options.
      let isIgnored = ["--socket", "--user", "--system"].contains {
        text.contains("Unknown option '\($0)'")
      }
      guard isIgnored else { throw error }
      return try parsed(GlobalOptions.withoutDaemonOptions(typed))
    }
  }

  /// Whether errors are printed as JSON.
  private static var isJSON: Bool {
    CommandLine.arguments.prefix { $0 != "--" }.contains("--json")
  }

  /// The typed words from the verb on.
  private static var words: [String] {
    GlobalOptions.fromVerbOn(Array(CommandLine.arguments.dropFirst()))
  }

  /// The error if the first word, or the word after `help`, is not a verb; `nil` if it is one.
  private static var unknownVerb: Failure? {
    let verbs = configuration.subcommands.compactMap { $0.configuration.commandName }
    let words = isHelp ? Array(words.dropFirst()) : words
    guard let word = words.first, !word.hasPrefix("-"), word != "help", !verbs.contains(word)
    else { return nil }
    let near = synonyms[word] ?? Suggestion.nearest(to: word, among: verbs)
    let advice = near.map { "did you mean `rubatoctl \($0)`?" } ?? "`rubatoctl help` lists verbs"
    return .usage("verb '\(word)' not found; \(advice)")
  }

  /// Verbs of other programs, each with the verb of this one.
  private static let synonyms = [
    "abort": "stop", "add": "submit", "at": "submit", "change": "set", "check": "policy check",
    "config": "policy show", "continue": "resume", "create": "submit", "cron": "import --crontab",
    "delete": "cancel", "describe": "show", "disable": "pause", "enable": "resume",
    "failures": "list --failed", "follow": "logs -f", "history": "runs", "info": "show",
    "inspect": "show", "install": "app install", "jobs": "list", "journal": "logs",
    "kill": "stop", "ls": "list", "modify": "set", "new": "submit", "open": "app open",
    "output": "logs", "ps": "list", "queue": "list", "remove": "cancel", "rm": "cancel",
    "schedule": "submit", "start": "run", "suspend": "pause", "tail": "logs -f",
    "terminate": "stop", "thaw": "device thaw", "unpause": "resume", "update": "set",
    "validate": "policy check", "verify": "policy check", "version": "--version",
    "why": "explain",
  ]

  /// Whether the verb `help` was typed, as in `rubatoctl help submit`.
  private static var isHelp: Bool { words.first == "help" }

  /// The correct form of a `submit` whose command was typed without `--` before it; `nil` for other command lines.
  private static var separatedCommand: String? {
    guard words.first == "submit", !words.contains("--"), words.count > 1 else { return nil }
    // If an option is unknown, so is the end of the options.
    return TypedCommand.ofThisProcess.separatingCommand(
      flags: Set(options.filter { !$0.isValued }.map(\.name)),
      valued: Set(options.filter(\.isValued).map(\.name)))
      ?? "rubatoctl submit --id NAME -- COMMAND"
  }

  /// Reports the error of the command line, or prints the requested help, and exits.
  private static func reportAndExit(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    let text = withSuggestion(fullMessage(for: error))
    // The parser prints the general help for `help` and an unknown verb.
    let isRequestedHelp = code.isSuccess && (!isHelp || unknownVerb == nil)
    if isRequestedHelp {
      Output.print(text)
      guard let failure = Output.failure else { Glibc.exit(0) }
      failure.report(asJSON: isJSON)
      Glibc.exit(failure.exitCode)
    }
    // `Unexpected argument 'x'` and `2 unexpected arguments: 'x', 'y'`.
    let isStray = text.contains("nexpected argument")
    if let failure = unknownVerb ?? (isStray ? strayWordFailure(text) : nil) {
      failure.report(asJSON: isJSON)
      Glibc.exit(failure.exitCode)
    }
    report(text)
    if let check = TypedCommand.ofThisProcess.importCheck {
      Output.advise("To check files without queuing their requests: \(check)")
    } else if text.contains("Unknown option") || isStray, let separatedCommand {
      Output.advise("Put the command after --, as in: \(separatedCommand)")
    } else if isStray, let otherSubcommands {
      Output.advise(otherSubcommands)
    }
    Glibc.exit(code == .validationFailure ? Failure.usageCode : code.rawValue)
  }

  /// The subcommands of the typed verb and its help, if no subcommand was typed and so the default one was used;
  /// otherwise `nil`.
  private static var otherSubcommands: String? {
    guard let name = words.first,
      let verb = configuration.subcommands.first(where: { $0.configuration.commandName == name }),
      verb.configuration.defaultSubcommand != nil
    else { return nil }
    let names = verb.configuration.subcommands.compactMap { $0.configuration.commandName }
    if words.count > 1, names.contains(words[1]) { return nil }
    return "Subcommands of \(name): \(names.joined(separator: ", ")). See: rubatoctl \(name) --help"
  }

  /// Returns the error of an unexpected word that explains how it was probably meant; `nil` for other words.
  ///
  /// - Parameter text: The parser's error, which has the word in quotes.
  private static func strayWordFailure(_ text: String) -> Failure? {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    let word = parts.count > 2 ? String(parts[1]) : ""
    return StrayWord.errorInList(of: words) ?? StrayWord.errorAfterExact(word, in: words)
  }

  /// Returns the parser's error text with a proposal of the option that is nearest to the unknown one; other texts
  /// are unchanged. It replaces the parser's own proposal, which is often unrelated.
  private static func withSuggestion(_ text: String) -> String {
    // `Unknown option '--latst'. Did you mean '--late'?` has the parts `Unknown option `, `--latst`, `. Did you mean `,
    // `--late` and `?`.
    var parts = text.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
    guard let beginning = parts.firstIndex(where: { $0.hasSuffix("Unknown option ") }),
      parts.indices.contains(beginning + 2)
    else { return text }
    let (optionIndex, restIndex) = (beginning + 1, beginning + 2)
    let endOfProposal = restIndex + 2
    if parts[restIndex] == ". Did you mean ", parts.indices.contains(endOfProposal) {
      // The parser's proposal is removed with its question mark.
      let rest = parts[endOfProposal].dropFirst()
      parts.replaceSubrange(restIndex...endOfProposal, with: [String(rest)])
    }
    let typed = parts[optionIndex]
    let near = OptionSuggestion.nearest(to: typed, among: options.map(\.name))
    let proposal = near.map { ". Did you mean '\($0)'?" }
    parts[restIndex] = (adviceToSet(typed) ?? proposal ?? "") + parts[restIndex]
    return parts.joined(separator: "'")
  }

  /// Returns the advice to use `set` for a typed option of `edit`; `nil` for another verb, and if `set` does not have
  /// this option either.
  private static func adviceToSet(_ typed: String) -> String? {
    let name = typed.prefix { $0 != "=" }
    guard words.first == "edit", options(of: ["set"]).contains(where: { $0.name == name }) else {
      return nil
    }
    return "; edit changes a request in an editor. To change only some options:"
      + " \(TypedCommand.ofThisProcess.replacingVerb(by: "set"))"
  }

  /// The long options of the typed verb.
  private static var options: [(name: String, isValued: Bool)] { options(of: words) }

  /// Returns the long options of the verb that `words` begin with, as its help lists them, and whether each has a
  /// value.
  private static func options(of words: [String]) -> [(name: String, isValued: Bool)] {
    var verb: any ParsableCommand.Type = Self.self
    for word in words {
      guard
        let next = verb.configuration.subcommands.first(where: {
          $0.configuration.commandName == word
        })
      else { break }
      verb = next
    }
    if let defaultVerb = verb.configuration.defaultSubcommand { verb = defaultVerb }
    let help = helpMessage(for: verb, columns: 1000)
    return help.split(separator: "\n").compactMap { line in
      // `  --wait` or `  -f, --follow`.
      let words = line.split(separator: " ", maxSplits: 2)
      guard line.hasPrefix("  -"), let option = words.first(where: { $0.hasPrefix("--") }) else {
        return nil
      }
      return (
        name: String(option.prefix { $0 == "-" || $0.isLetter }),
        isValued: line.contains("\(option) <")
      )
    }
  }

  /// Prints an error of the command line to standard error, as JSON with `--json`; nothing if the text is empty.
  private static func report(_ text: String) {
    guard !text.isEmpty else { return }
    if isJSON {
      Failure.usage(text).report(asJSON: true)
    } else {
      Output.advise(text)
    }
  }
}
