import ArgumentParser
import Control
import Terminal

struct SetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change some options of a request, and keep the others.",
    usage: """
      rubatoctl set <id> [<options>] [--clear <option> ...]
      rubatoctl set --tagged <tag> [<options>] [--clear <option> ...]
      """,
    discussion: """
      rubatoctl set backup --latest 'Fri 18:00' --retries 8 --clear every

      Accepts the options of submit, except --id, --if-pending and --replace-running; --app selects the request. \
      The request keeps its last success, the rhythm of its intervals, \
      its checkpoint and its history. A list, such as the list of --prefer, replaces the whole list; \
      --env adds variables. The id can be a pattern such as 'encode-*'. --tagged selects requests by a tag, \
      and --tag sets their tags. `rubatoctl edit` opens the whole request in an editor.
      """)

  @Argument(help: "Request id.", completion: RequestNames.completion)
  var request: String?

  @Option(
    help: ArgumentHelp(
      "Only requests with this tag; if repeated, with at least one of the tags.",
      valueName: "tag"),
    completion: RequestNames.completionOfTags)
  var tagged: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Reset this option to its default; can be repeated.", valueName: "option"),
    completion: .list(ChangedOptions.clearable))
  var clear: [String] = []

  @Argument(parsing: .postTerminator, help: .hidden)
  var command: [String] = []

  @OptionGroup var terms: SubmitTerms
  @OptionGroup var exact: ExactOptions
  @OptionGroup var context: SubmitContext
  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  /// Refuses a command, which `set` cannot change, and a call without an id or a tag.
  func validate() throws {
    guard command.isEmpty else {
      throw ValidationError(
        "set changes options, not the command; `rubatoctl edit \(request ?? "ID")` changes the command as"
          + " well")
    }
    if request == nil, tagged.isEmpty {
      throw ValidationError("name a request, or use --tagged")
    }
  }

  /// Changes the request by the typed options. Errors in them are reported even if no daemon runs.
  func run() throws {
    let call = try submission()
    try change(call, Session(connection))
  }

  /// Required by `Verb`; `run` has its own order.
  func perform(_ session: Session) throws(Failure) { try change(try submission(), session) }

  /// Changes the request, or the requests that its pattern or the tags select.
  private func change(_ call: Submit, _ session: Session) throws(Failure) {
    let typed = terms.typedFields + exact.typedFields
    let call = try session.universalTimes(of: call, typed: typed, keepsEarliest: true)
    // Names the typed option in a refusal of the daemon, which names a field.
    let namingOptions = { (failure: Failure) in
      exact.naming(failure).namingOption(typed: terms.typedTexts)
    }
    let names = request.map { [$0] } ?? []
    let tags = try OptionValue.words(tagged, of: "--tagged") ?? []
    guard RequestPattern.selectsSeveral(names, tags) else {
      return try session.change(call, naming: namingOptions)
    }
    let chosen = try RequestPattern.expand(
      names, tags: tags, in: .queued, app: terms.app, owner: call.owner, to: "Change", session)
    try SomeRequestsOptions.forEach(chosen, terms.app, owner, session, selectsSeveral: true) {
      (id, app, owner) throws(Failure) in
      var call = call
      call.id = id
      call.app = app
      call.owner = owner
      return try session.changeReply(call, naming: namingOptions)
    } _: { (_, reply) throws(Failure) in
      SubmitAnswer(reply, screen: try session.screen(), isChange: true).text
    }
  }

  /// Returns the submission that changes only the typed and the cleared fields of the request.
  private func submission() throws(Failure) -> Submit {
    let changes = try ChangedOptions(terms, context, exact.typedFields, clearing: clear)
    var call = try terms.call(try context.partsOfChange())
    try exact.apply(to: &call)
    if let request {
      (call.id, call.app) = RequestNames.split(request, terms.app)
    } else {
      call.app = terms.app
    }
    call.owner = try owner.uid()
    call.changes = changes.fields
    try call.checkShellLines()
    return call
  }
}

/// The fields that a command line changes.
struct ChangedOptions {
  /// The names of the call's fields.
  let fields: [String]

  /// The fields that select the request, or decide about an existing one.
  private static let selecting: Set = ["id", "app", "ifPending", "replaceRunning"]

  /// The call's field for each option without its dashes. The field `prefers`, for example, is also accepted as an
  /// option.
  private static let fieldOfOption: [String: String] = {
    var fields = ["signal": "command.signal"]
    for field in ["prefers", "limits", "tags"] { fields[field] = field }
    for (field, option) in SubmitTerms.optionOfField where !selecting.contains(field) {
      fields[String(option.dropFirst(2))] = field
    }
    return fields
  }()

  /// The names that `--clear` accepts, in order.
  static var clearable: [String] { fieldOfOption.keys.sorted() }

  /// Collects the fields that the options set or `--clear` resets. Throws if there are none, if one is both set and
  /// cleared, or if `set` cannot change it.
  ///
  /// - Parameter exactFields: The fields that `ExactOptions` sets.
  init(
    _ terms: SubmitTerms, _ context: SubmitContext, _ exactFields: [String], clearing: [String]
  ) throws(Failure) {
    if terms.id != nil {
      throw .usage("a request keeps its id; submit it under another one, and cancel this one")
    }
    let ofSubmit =
      terms.ifPending != nil ? "--if-pending" : terms.replaceRunning ? "--replace-running" : nil
    if let option = ofSubmit {
      throw .usage(
        "\(option) is for submit; leave it out, since set changes an existing request")
    }
    // Fields that select the request do not change it.
    let typed =
      terms.typedFields.filter { !Self.selecting.contains($0) } + context.typedFields
      + exactFields
    var cleared: [String] = []
    for name in clearing {
      let option = name.hasPrefix("--") ? String(name.dropFirst(2)) : name
      guard let field = Self.fieldOfOption[option] else {
        throw .notAllowed(
          "--clear", name, allowed: Self.clearable.joined(separator: ", "))
      }
      guard !typed.contains(field) else {
        throw .usage("--\(option) is set and cleared; use only one of the two")
      }
      cleared.append(field)
    }
    fields = typed + cleared
    guard !fields.isEmpty else {
      throw .usage(
        "no change given; add an option of submit, such as --latest 'Fri 18:00', or"
          + " --clear and the name of an option")
    }
  }
}

extension Session {
  /// Changes a request and prints the result.
  ///
  /// - Parameter naming: Rewrites a refusal in the caller's words.
  package func change(
    _ call: Submit, naming: (Failure) -> Failure = { $0.namingOption() }
  ) throws(Failure) {
    let reply = try changeReply(call, naming: naming)
    try printAnswer(reply, now: nil) { screen in
      [SubmitAnswer(reply, screen: screen, isChange: true).text]
    }
  }

  /// Changes a request, and returns the reply.
  ///
  /// - Parameter naming: Rewrites a refusal in the caller's words.
  fileprivate func changeReply(
    _ call: Submit, naming: (Failure) -> Failure
  ) throws(Failure) -> Submit.Reply {
    do throws(Failure) {
      return try self.call(call)
    } catch {
      throw naming(error)
    }
  }
}
