extension MetricDescription {
  private static let request = ["request", "app", "owner"]

  /// All metrics, in the order in which they are written. docs/metrics.md has a row for each.
  package static let all =
    [
      build, started, clock, requests, overdue, held, unnamed, isFailed, failures, submitted,
      interval, lastSuccess, overdueSince, runs, starts, runSeconds, budgetSeconds, cpuSeconds,
      lateness,
    ] + [
      wakeups, events, commits, failedCommits, isWritable, storeSize, calls, refusedCalls,
      connections, refusedConnections, queues, device, battery, load,
    ]

  // MARK: The daemon

  static let build = MetricDescription(
    "rubato_build", .info, labels: ["version"], "Version of the daemon.")
  static let started = MetricDescription(
    "rubato_start_timestamp_seconds", .gauge, unit: "seconds",
    "Start of the daemon by the clock of the machine, since 1970.")
  static let clock = MetricDescription(
    "rubato_clock_timestamp_seconds", .gauge, unit: "seconds",
    "Clock of the daemon, since 1970. It differs from the machine's only if it is simulated.")

  // MARK: Requests

  static let requests = MetricDescription(
    "rubato_requests", .gauge, labels: ["state"],
    "Requests that wait, run, or have failed permanently.")
  static let overdue = MetricDescription(
    "rubato_requests_overdue", .gauge,
    "Waiting requests that have missed a latest date since their last success.")
  static let held = MetricDescription(
    "rubato_requests_held", .gauge, labels: ["reason"],
    "Waiting requests that a reason holds. A request with several reasons counts for each.")
  static let unnamed = MetricDescription(
    "rubato_requests_unnamed", .gauge, "Requests beyond the 200 that have series of their own.")
  static let isFailed = MetricDescription(
    "rubato_request_failed", .gauge, labels: request,
    "1 if the request, or a window of it, has failed permanently; until it is acknowledged, retried, replaced or succeeds."
  )
  static let failures = MetricDescription(
    "rubato_request_failures", .gauge, labels: request,
    "Failed runs of the request since its last success.")
  static let submitted = MetricDescription(
    "rubato_request_submitted_timestamp_seconds", .gauge, unit: "seconds", labels: request,
    "Submission of the request, since 1970.")
  static let interval = MetricDescription(
    "rubato_request_interval_seconds", .gauge, unit: "seconds", labels: request,
    "Interval of a repeating request, or the distance to its next date; otherwise absent.")
  static let lastSuccess = MetricDescription(
    "rubato_request_last_success_timestamp_seconds", .gauge, unit: "seconds", labels: request,
    "End of the last successful run, since 1970; absent if there is none.")
  static let overdueSince = MetricDescription(
    "rubato_request_overdue_timestamp_seconds", .gauge, unit: "seconds", labels: request,
    "First latest date that was missed since the last success, since 1970; absent if none was.")

  // MARK: Runs

  static let runs = MetricDescription(
    "rubato_runs", .counter, labels: ["outcome"], "Ended runs by outcome.")
  static let starts = MetricDescription(
    "rubato_run_starts", .counter, labels: ["kind"], "Started runs.")
  static let runSeconds = MetricDescription(
    "rubato_run_seconds", .counter, unit: "seconds", labels: ["kind"],
    "Durations of ended runs, without frozen time and sleep of the machine.")
  static let budgetSeconds = MetricDescription(
    "rubato_run_budget_seconds", .counter, unit: "seconds", labels: ["kind"],
    "Budgets of the ended runs.")
  static let cpuSeconds = MetricDescription(
    "rubato_run_cpu_seconds", .counter, unit: "seconds", labels: ["kind", "power"],
    "Processor time of ended runs, by the power at their ends: the energy that they have used.")
  static let lateness = MetricDescription(
    "rubato_run_lateness_seconds", .histogram, unit: "seconds",
    "Time from the latest date to the start of a run; 0 before that date.")

  // MARK: The work of the daemon

  static let wakeups = MetricDescription(
    "rubato_wakeups", .counter, "Wakeups of the daemon's main thread, also for calls.")
  static let events = MetricDescription("rubato_events", .counter, "Events that were decided on.")
  static let commits = MetricDescription(
    "rubato_commits", .counter, "Commits of the state to the disk.")
  static let failedCommits = MetricDescription(
    "rubato_commit_failures", .counter, "Commits of the state that failed.")
  static let isWritable = MetricDescription(
    "rubato_state_writable", .gauge,
    "1 if the last commit succeeded; 0 if the state cannot be written and nothing starts.")
  static let storeSize = MetricDescription(
    "rubato_store_size_bytes", .gauge, unit: "bytes", "Size of the database with its log.")
  static let calls = MetricDescription("rubato_calls", .counter, "Calls of clients.")
  static let refusedCalls = MetricDescription(
    "rubato_refused_calls", .counter, labels: ["error"], "Calls that were answered with an error.")
  static let connections = MetricDescription(
    "rubato_connections", .gauge, "Open connections of clients.")
  static let refusedConnections = MetricDescription(
    "rubato_refused_connections", .counter, "Connections beyond the limits.")
  static let queues = MetricDescription(
    "rubato_queue_length", .gauge, labels: ["queue"],
    "Entries of the daemon's queues: events, calls, reads, and calls that wait for a run.")

  // MARK: The device

  static let device = MetricDescription(
    "rubato_device_state", .gauge, labels: ["field", "value"],
    "1 for the present value of a field of the device.")
  static let battery = MetricDescription(
    "rubato_device_battery_ratio", .gauge, unit: "ratio", "Charge of the battery.")
  static let load = MetricDescription(
    "rubato_device_load_ratio", .gauge, unit: "ratio", "Load of the processors without runs.")
}
