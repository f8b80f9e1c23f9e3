import JSON
import Scheduling

// The class of a task, as JSON: among the options of a request, and in a column of its run.
extension TaskClass: JSONWritable {
  /// Writes the category, and then only the members of that category.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("category", category.rawValue)
    switch self {
    case .continued(let terms):
      json.member("title", terms.title)
      json.member("subtitle", terms.subtitle)
      json.member("strategy", terms.strategy.rawValue)
    case .healthResearch(let protection):
      json.member("protection", protection)
    case .push(let payload), .response(let payload):
      json.member("payload", payload)
    case .fetch(let interval):
      json.member("interval", interval)
    case .alarm(let due):
      json.member("due", due)
    case .transfer(let session, let launchEvents):
      json.member("session", session)
      json.member("launchEvents", ifThere: launchEvents)
    case .transferEvents(let session):
      json.member("session", session)
    case .observer(let changed):
      json.member("changed", ifNotEmpty: changed)
    case .notification(let terms):
      json.member("title", terms.title)
      json.member("subtitle", terms.subtitle)
      json.member("body", terms.body)
      json.member("payload", terms.payload)
      json.member("due", terms.due)
      json.member("repeats", ifThere: terms.repeats)
    }
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  init(from members: inout StoredMembers) throws(StoreError) {
    let category: TaskCategory = try members.requiredWord("category")
    switch category {
    case .continued:
      self = .continued(
        ContinuedTerms(
          title: try members.required("title"), subtitle: try members.required("subtitle"),
          strategy: try members.requiredWord("strategy")))
    case .healthResearch: self = .healthResearch(protection: try members.required("protection"))
    case .push: self = .push(payload: try members.required("payload"))
    case .response: self = .response(payload: try members.required("payload"))
    case .fetch: self = .fetch(interval: try members.required("interval"))
    case .alarm: self = .alarm(due: try members.required("due"))
    case .transfer:
      let session: String = try members.required("session")
      self = .transfer(session: session, launchEvents: try members.optional("launchEvents"))
    case .transferEvents: self = .transferEvents(session: try members.required("session"))
    case .observer:
      var changed: [ExactString] = []
      try members.read("changed", &changed)
      self = .observer(changed: changed)
    case .notification:
      var terms = NotificationTerms(
        title: try members.required("title"), subtitle: try members.required("subtitle"),
        body: try members.required("body"), payload: try members.required("payload"),
        due: try members.required("due"))
      try members.read("repeats", &terms.repeats)
      self = .notification(terms)
    }
  }
}
