// Options for the requests that must end before a run starts.
extension Option {
  static let predecessors = [
    Option(
      field: "after", type: .ids, flag: "after", key: "after",
      comment: """
        Ids of requests of the same user that must complete before this one starts, at most 16. If one repeats, this
        request also repeats: it runs once after each completion. If one fails or is cancelled, this request fails
        """,
      help: "Start after this request of yours has completed. Fails if it fails or is cancelled."
        + " After a request that repeats: runs after each completion.",
      valueName: "id", term: "needs.predecessors.toComplete",
      shown: Shown(comment: "Ids of requests that must complete before a run starts"),
      card: Line(label: "after"), summary: "after {}",
      guide: Row(
        value: "ID[,ID]",
        text: "start after these requests of yours have completed; if one repeats, run after each"
          + " completion ([dependencies.md](dependencies.md))",
        unlessGiven: "wait for none"),
      taskGuide: Row(text: "a list of ids of requests", unlessGiven: "none")),
    Option(
      field: "afterAny", type: .ids, flag: "after-any", key: "after-any",
      comment: """
        Ids of requests of the same user that must end before this one starts, completed or not; otherwise like after
        """,
      help: "Start after this request of yours has ended, completed or not.",
      valueName: "id", term: "needs.predecessors.toEnd",
      shown: Shown(comment: "Ids of requests that must end before a run starts, completed or not"),
      card: Line(label: "after the end of"), summary: "after the end of {}",
      guide: Row(
        value: "ID[,ID]",
        text:
          "start after these requests of yours have ended, completed or not",
        unlessGiven: "wait for none"),
      taskGuide: Row()),
  ]
}
