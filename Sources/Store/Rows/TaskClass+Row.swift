import JSON
import Scheduling

// The class of a task, as JSON: among what a request asked for, and in a column of its run.
extension TaskClass: JSONWritable {
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
    case .push(let payload):
      json.member("payload", payload)
    case .fetch(let interval):
      json.member("interval", interval)
    }
    json.endObject()
  }

  init(from members: inout StoredMembers) throws(StoreError) {
    let category: Category = try members.requiredWord("category")
    switch category {
    case .continued:
      self = .continued(
        ContinuedTerms(
          title: try members.required("title"), subtitle: try members.required("subtitle"),
          strategy: try members.requiredWord("strategy")))
    case .healthResearch: self = .healthResearch(protection: try members.required("protection"))
    case .push: self = .push(payload: try members.required("payload"))
    case .fetch: self = .fetch(interval: try members.required("interval"))
    }
  }
}
