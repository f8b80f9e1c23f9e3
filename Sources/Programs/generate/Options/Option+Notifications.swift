// The option for notifications of failures.
extension Option {
  static let notifyAfter = Option(
    field: "notifyAfter", type: .duration, flag: "notify-after", key: "notify-after",
    comment:
      "Time without a success after which its owner is notified, in seconds; null for no limit",
    help:
      "Show a notification in your session if it has not succeeded for this time, and if it fails"
      + " permanently.",
    valueName: "duration", term: "run.notifyAfter", isOptional: true,
    shown: Shown(
      comment:
        "Time without a success after which its owner is notified, in seconds; null for no limit"),
    card: Line(label: "notification", text: "after {} without a success"),
    guide: Row(
      value: "DURATION",
      text: "show a notification in your session if it has not succeeded for this time"
        + " ([failures.md](failures.md#on-the-desktop))",
      unlessGiven: "none; of failures by `failure-notifications` of the policy"),
    taskGuide: Row())
}
