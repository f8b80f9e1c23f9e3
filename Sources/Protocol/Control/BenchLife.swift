import JSON

/// The life of an app on a bench, which simulates a device for its tests (BackgroundTasksTesting). The tests write it
/// to a file, from which `rubatoctl report --bench` makes a page.
package struct BenchLife: JSONConvertible, Sendable {
  /// An interval, in RFC 3339.
  package struct Interval: JSONConvertible, Sendable {
    package var from: String
    package var to: String

    package init(from: String, to: String) { (self.from, self.to) = (from, to) }

    package init?(json: JSONElement) {
      guard var members = JSONMembers(json) else { return nil }
      do throws(JSONMismatch) {
        from = try members.required("from")
        to = try members.required("to")
      } catch {
        return nil
      }
    }

    package func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("from", from)
      json.member("to", to)
      json.endObject()
    }
  }

  /// A failure of the app.
  package struct Finding: JSONConvertible, Sendable {
    package var code: String
    /// The task, the problem and the place.
    package var text: String

    package init(code: String, text: String) { (self.code, self.text) = (code, text) }

    package init?(json: JSONElement) {
      guard var members = JSONMembers(json) else { return nil }
      do throws(JSONMismatch) {
        code = try members.required("code")
        text = try members.required("text")
      } catch {
        return nil
      }
    }

    package func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("code", code)
      json.member("text", text)
      json.endObject()
    }
  }

  /// The name of the test, or of the app.
  package var title: String
  package var app: String
  package var range: Interval
  /// The times in which the app was open.
  package var opens: [Interval] = []
  /// The values of the device and the waits, oldest first.
  package var entries: [PastEntryInfo] = []
  package var runs: [RunInfo] = []
  package var failures: [Finding] = []

  package init(title: String, app: String, range: Interval) {
    (self.title, self.app, self.range) = (title, app, range)
  }

  package init?(json: JSONElement) {
    guard var members = JSONMembers(json) else { return nil }
    do throws(JSONMismatch) {
      title = try members.required("title")
      app = try members.required("app")
      range = try members.required("range")
      opens = try members.required("opens")
      entries = try members.required("entries")
      runs = try members.required("runs")
      failures = try members.required("failures")
    } catch {
      return nil
    }
  }

  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("title", title)
    json.member("app", app)
    json.member("range", range)
    json.member("opens", opens)
    json.member("entries", entries)
    json.member("runs", runs)
    json.member("failures", failures)
    json.endObject()
  }
}
