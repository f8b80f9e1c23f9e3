// The option that wakes the machine.
extension Option {
  static let wake = Option(
    field: "wake", type: .flag, flag: "wake", key: "wake",
    comment: """
      Whether a sleeping machine is woken for it, at the last moment at which it can still end in time; only for
      root, unless the policy has users-may-wake; false if null
      """,
    help: "Wake a sleeping machine before the request is late; for root, or by users-may-wake.",
    term: "run.wakesMachine",
    shown: Shown(
      comment: "Whether a sleeping machine is woken before the request is late"),
    card: Line(label: "wake", text: "a sleeping machine is woken before the request is late"),
    summary: "wakes the machine",
    guide: Row(
      text: "wake a sleeping machine before the request is late"
        + " ([waking](runs.md#waking-the-machine)); for root, or for users with `users-may-wake`"),
    taskGuide: Row())
}
