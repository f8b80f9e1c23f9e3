import JSON
import Scheduling

// The progress of a request that follows other requests, as a part of its progress.

extension PredecessorProgress: JSONWritable {
  /// Writes the progress as a JSON object; lists that are empty, and values that are `nil`, are missing.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("ended", ifNotEmpty: ended)
    json.member("repeating", ifNotEmpty: repeating)
    json.member("released", ifThere: released)
    json.member("earliest", earliest)
    json.member("latestAfter", ifThere: latestAfter)
    json.member("failed", ifThere: failed)
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  init(_ members: inout StoredMembers) throws(StoreError) {
    self.init(earliest: try members.required("earliest"))
    try members.read("ended", &ended)
    try members.read("repeating", &repeating)
    try members.read("released", &released)
    try members.read("latestAfter", &latestAfter)
    try members.read("failed", &failed)
  }
}
