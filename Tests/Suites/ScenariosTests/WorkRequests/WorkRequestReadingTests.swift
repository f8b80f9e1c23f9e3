import Files
import Scheduling
import Simulation
import Testing

@testable import Scenarios

struct WorkRequestReadingTests {
  /// Reads one request with these members in addition to its name.
  private func request(_ members: String) throws -> (task: ModelTask, notes: TranslationNotes) {
    let read = try WorkRequests(
      json: "[{\"uniqueName\": \"x\"\(members.isEmpty ? "" : ", ")\(members)}]", file: "work.json")
    return (try #require(read.tasks.first), read.notes)
  }

  @Test func readsEachField() throws {
    let (task, notes) = try request(
      """
      "periodic": {"repeatInterval": "PT6H", "flexInterval": "PT1H"}, "initialDelay": "PT30M",
      "constraints": {"requiredNetworkType": "UNMETERED", "requiresCharging": true,
        "requiresBatteryNotLow": true, "requiresStorageNotLow": true, "requiresDeviceIdle": false},
      "backoffPolicy": "LINEAR", "backoffDelay": "PT1M", "tags": ["a"], "inputData": {"key": 1},
      "work": {"duration": "PT20S to PT2M", "failureRate": 0.1, "retryRate": 0.2, "checkpoint": "PT1S"}
      """)
    let terms = task.terms.asked
    #expect(task.id == "x" && task.arrival == .start && task.app == nil)
    #expect(terms.kind == .utility && terms.budget == .minutes(10) && terms.retries == 0)
    #expect(terms.every == .hours(6) && terms.flex == .hours(1))
    #expect(task.terms.earliest == .minutes(30))
    #expect(terms.requires == [.unmetered, .power, .batteryNotLow, .storageNotLow])
    #expect(terms.backoff == Backoff(growth: .linear, first: .minutes(1)))
    #expect(task.work.length == .uniform(.seconds(20)...(.minutes(2))))
    #expect(task.work.failureRate == 0.1 && task.work.retryRate == 0.2)
    #expect(task.work.checkpoint == .every(.seconds(1)))
    let names = task.constraints?.map(\.name)
    #expect(
      names == ["UNMETERED", "requiresCharging", "requiresBatteryNotLow", "requiresStorageNotLow"])
    #expect(notes == TranslationNotes())
  }

  @Test func hasTheDefaultsOfWorkManager() throws {
    let (task, notes) = try request("")
    let terms = task.terms.asked
    #expect(terms.requires.isEmpty && terms.every == nil && task.terms.earliest == nil)
    #expect(terms.backoff == Backoff(growth: .exponential, first: .seconds(30)))
    #expect(task.work.length == .fixed(.minutes(1)) && task.work.checkpoint == .none)
    #expect(task.constraints == [] && notes == TranslationNotes())
  }

  @Test func expeditedWorkHasTheShorterBudget() throws {
    let (task, notes) = try request(
      """
      "expedited": true, "outOfQuotaPolicy": "DROP_WORK_REQUEST", "enqueued": "daily 09:30",
      "constraints": {"requiresStorageNotLow": true, "requiredNetworkType": "CONNECTED"}
      """)
    #expect(task.terms.asked.kind == .userInitiated)
    #expect(task.terms.asked.budget == .minutes(3))
    #expect(task.arrival == .daily(after: .minutes(570)))
    #expect(notes.lost == ["x: DROP_WORK_REQUEST has no effect: no quota is simulated"])
  }

  @Test(
    arguments: [
      ("NOT_REQUIRED", [], nil), ("CONNECTED", .network, nil), ("UNMETERED", .unmetered, nil),
      ("NOT_ROAMING", .network, "simulated as CONNECTED"),
      ("METERED", .network, "simulated as CONNECTED"),
      ("TEMPORARILY_UNMETERED", .unmetered, "simulated as UNMETERED"),
    ] as [(String, Conditions, String?)])
  func eachNetworkTypeIsARequirement(word: String, required: Conditions, loss: String?) throws {
    let (task, notes) = try request("\"constraints\": {\"requiredNetworkType\": \"\(word)\"}")
    #expect(task.terms.asked.requires == required)
    #expect(task.constraints?.map(\.name) == (required.isEmpty ? [] : [word]))
    #expect(notes.lost.count == (loss == nil ? 0 : 1))
    #expect(
      loss.map { notes.lost.joined().contains("x: requiredNetworkType \(word) is \($0)") } ?? true)
  }

  @Test(
    arguments: [
      ("requiresCharging", .power), ("requiresBatteryNotLow", .batteryNotLow),
      ("requiresDeviceIdle", .idle), ("requiresStorageNotLow", .storageNotLow),
    ] as [(String, Conditions)])
  func eachFlagIsARequirement(key: String, required: Conditions) throws {
    #expect(
      try request("\"constraints\": {\"\(key)\": true}").task.terms.asked.requires == required)
    #expect(try request("\"constraints\": {\"\(key)\": false}").task.terms.asked.requires == [])
  }

  @Test(arguments: [
    ("PT6H", 21_600), ("P1D", 86_400), ("P1DT12H", 129_600), ("PT1H30M", 5400), ("PT0.5S", 0.5),
    ("PT90M", 5400), ("6h", 21_600), ("1h30m", 5400), ("PT0S", 0),
  ])
  func readsDurations(text: String, seconds: Double) throws {
    #expect(try request("\"initialDelay\": \"\(text)\"").task.terms.earliest?.seconds == seconds)
  }

  @Test(arguments: [
    "P", "PT", "P1M", "P1Y", "PT1D", "P1H", "PT1M1H", "PT1H1H", "PT1.5H", "PT-1H", "-PT1H",
    "900000",
    "PT1e3S", "P1DT", "PT99999999999H", "PT1", "PTH", "PT.S", "",
  ])
  func refusesOtherDurations(text: String) {
    #expect(throws: FileError.self) { try request("\"initialDelay\": \"\(text)\"") }
  }

  @Test(arguments: [
    ("\"periodic\": {\"repeatInterval\": \"PT5M\"}", "repeatInterval 5m becomes 15m"),
    (
      "\"periodic\": {\"repeatInterval\": \"PT1H\", \"flexInterval\": \"PT1M\"}",
      "flexInterval 1m becomes 5m"
    ),
    (
      "\"periodic\": {\"repeatInterval\": \"PT1H\", \"flexInterval\": \"PT2H\"}",
      "flexInterval 2h becomes 1h"
    ),
    ("\"backoffDelay\": \"PT1S\"", "backoffDelay 1s becomes 10s"),
    ("\"backoffDelay\": \"PT6H\"", "backoffDelay 6h becomes 5h"),
  ])
  func correctsAsWorkManager(members: String, note: String) throws {
    #expect(try request(members).notes.corrected == ["x: \(note), as in WorkManager"])
  }

  @Test func correctedValuesAreUsed() throws {
    let terms = try request(
      "\"periodic\": {\"repeatInterval\": \"PT5M\", \"flexInterval\": \"PT20M\"}, \"backoffDelay\": \"1s\""
    ).task.terms.asked
    #expect(terms.every == .minutes(15) && terms.flex == nil)
    #expect(terms.backoff.first == .seconds(10))
  }

  @Test(arguments: [
    ("\"constraints\": {\"contentUriTriggers\": []}", "contentUriTriggers are not simulated"),
    ("\"constraints\": {\"requiredNetworkRequest\": 1}", "requiredNetworkRequest is not simulated"),
    ("\"nextScheduleTimeOverride\": 1", "nextScheduleTimeOverride is not simulated"),
    (
      "\"enqueued\": \"daily 18:00\", \"existingWorkPolicy\": \"KEEP\"",
      "existingWorkPolicy KEEP is simulated as REPLACE"
    ),
  ])
  func namesEachLoss(members: String, note: String) throws {
    let lost = try request(members).notes.lost
    #expect(lost.count == 1 && lost.joined().hasPrefix("x: \(note)"), "\(lost)")
  }

  @Test(arguments: [
    ("", "work requests are a list"), ("{}", "work requests are a list"),
    ("[]", "work requests are a list"), ("[1]", "a work request is 'key: value' lines"),
    ("[{}]", "'uniqueName' is missing"), ("[{", "not valid JSON: "),
    ("[{\"uniqueName\": \"a b\"}]", "uniqueName 'a b' is not allowed; use letters"),
    (
      "[{\"uniqueName\": \"a\"}, {\"uniqueName\": \"a\"}]",
      "two work requests have the uniqueName 'a'"
    ),
  ])
  func refusesOtherFiles(json: String, message: String) {
    expectRefusal(json, json.isEmpty ? "the file is empty" : message)
  }

  @Test(arguments: [
    ("\"colour\": 1", "a work request has no key 'colour'; use uniqueName, periodic"),
    ("\"periodic\": {}", "'repeatInterval' is missing; add, for example, 'repeatInterval: PT6H'"),
    ("\"constraints\": {\"requiresIdle\": true}", "has no key 'requiresIdle'"),
    (
      "\"constraints\": {\"requiredNetworkType\": \"WIFI\"}",
      "requiredNetworkType 'WIFI' is not allowed; use NOT_REQUIRED, CONNECTED, UNMETERED, NOT_ROAMING"
    ),
    (
      "\"constraints\": {\"requiresCharging\": \"true\"}",
      "requiresCharging 'true' is not allowed; use true or false, without quotes"
    ),
    ("\"expedited\": 1", "expedited '1' is not allowed; use true or false"),
    ("\"backoffPolicy\": \"FAST\"", "backoffPolicy 'FAST' is not allowed; use EXPONENTIAL, LINEAR"),
    ("\"backoffDelay\": 30", "backoffDelay '30' is not allowed; use a duration"),
    ("\"existingWorkPolicy\": \"X\"", "existingWorkPolicy 'X' is not allowed; use REPLACE, KEEP"),
    ("\"enqueued\": \"noon\"", "enqueued 'noon' is not allowed; use start, or daily with a time"),
    (
      "\"outOfQuotaPolicy\": \"X\"", "outOfQuotaPolicy 'X' is not allowed; use RUN_AS_NON_EXPEDITED"
    ),
    ("\"outOfQuotaPolicy\": \"DROP_WORK_REQUEST\"", "'outOfQuotaPolicy' requires expedited work"),
    (
      "\"work\": {\"failureRate\": 2}",
      "failureRate '2' is not allowed; use a number from 0.0 to 1.0"
    ),
    ("\"work\": {\"failureRate\": 0.6, \"retryRate\": 0.6}", "are more than 1 together"),
    ("\"work\": {\"checkpoint\": \"PT0S\"}", "'checkpoint' must be above 0"),
    ("\"work\": {\"duration\": \"PT2M to PT1M\"}", "duration 'PT2M to PT1M' is not allowed"),
    ("\"prerequisites\": \"y\"", "'prerequisites' is a list of names"),
    ("\"prerequisites\": [\"y\", \"y\"]", "'prerequisites' has duplicate or too many names"),
    ("\"prerequisites\": [\"y\"]", "prerequisite 'y' not found; use a uniqueName of this file"),
    ("\"prerequisites\": [\"x\"]", "'x' is among its own prerequisites"),
  ])
  func namesTheFieldAndWhatIsAllowed(members: String, message: String) {
    expectRefusal("[{\"uniqueName\": \"x\", \(members)}]", message)
  }

  @Test(arguments: [
    ("\"expedited\": true, \"constraints\": {\"requiresCharging\": true}", "requiresCharging"),
    ("\"expedited\": true, \"constraints\": {\"requiresDeviceIdle\": true}", "requiresDeviceIdle"),
    (
      "\"expedited\": true, \"constraints\": {\"requiresBatteryNotLow\": true}",
      "requiresBatteryNotLow"
    ),
    ("\"expedited\": true, \"constraints\": {\"contentUriTriggers\": []}", "contentUriTriggers"),
    ("\"expedited\": true, \"initialDelay\": \"PT1M\"", "initialDelay"),
    ("\"expedited\": true, \"periodic\": {\"repeatInterval\": \"PT1H\"}", "periodic"),
    ("\"prerequisites\": [\"y\"], \"periodic\": {\"repeatInterval\": \"PT1H\"}", "periodic"),
    ("\"enqueued\": \"start\", \"periodic\": {\"repeatInterval\": \"PT1H\"}", "periodic"),
    ("\"enqueued\": \"start\", \"prerequisites\": [\"y\"]", "prerequisites"),
    (
      "\"backoffPolicy\": \"LINEAR\", \"constraints\": {\"requiresDeviceIdle\": true}",
      "requiresDeviceIdle"
    ),
    (
      "\"backoffDelay\": \"PT1M\", \"constraints\": {\"requiresDeviceIdle\": true}",
      "requiresDeviceIdle"
    ),
  ])
  func refusesAsWorkManager(members: String, other: String) {
    expectRefusal("[{\"uniqueName\": \"x\", \(members)}]", "cannot be combined with '\(other)': ")
  }

  private func expectRefusal(_ json: String, _ message: String) {
    do throws(FileError) {
      _ = try WorkRequests(json: json, file: "work.json")
      Issue.record("accepted: \(json)")
    } catch {
      #expect(error.description.contains(message), "\(error.description)")
      #expect(error.description.hasPrefix("work.json:"))
    }
  }
}
