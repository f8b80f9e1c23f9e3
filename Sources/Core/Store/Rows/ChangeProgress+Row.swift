import JSON
import Scheduling

// The progress of a request that waits for changes, as a part of its progress.

extension ChangeProgress: JSONWritable {
  /// Writes the progress as a JSON object. The stamps are one list, in which each path is followed by its stamp.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("earliest", earliest)
    json.member("latestAfter", ifThere: latestAfter)
    json.member("noted", ifThere: noted)
    json.member("begun", ifThere: begun)
    json.member("woken", ifThere: woken)
    json.member("unanswered", ifThere: unanswered)
    json.member("stamps", ifNotEmpty: stamps.flatMap { [$0.path, ExactString($0.text)] })
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  init(_ members: inout StoredMembers) throws(StoreError) {
    self.init(earliest: try members.required("earliest"), latestAfter: nil)
    try members.read("latestAfter", &latestAfter)
    if var change = try members.members("noted") { noted = try NotedChange(&change) }
    if var change = try members.members("begun") { begun = try NotedChange(&change) }
    try members.read("woken", &woken)
    try members.read("unanswered", &unanswered)
    var words: [ExactString] = []
    try members.read("stamps", &words)
    // Each path is followed by its stamp. A path at the end, without a stamp, is left out.
    stamps = stride(from: 0, to: words.count - 1, by: 2).map { pathIndex in
      PathStamp(path: words[pathIndex], text: words[pathIndex + 1].text)
    }
  }
}

extension NotedChange: JSONWritable {
  /// Writes a change: the changed paths and keys, its first and last time, and the least time between two runs, if any.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("what", pathsAndKeys)
    json.member("first", first)
    json.member("last", last)
    json.member("atMost", ifThere: atMost)
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  fileprivate init(_ members: inout StoredMembers) throws(StoreError) {
    self.init(
      pathsAndKeys: try members.required("what"), first: try members.required("first"),
      last: try members.required("last"))
    try members.read("atMost", &atMost)
  }
}
