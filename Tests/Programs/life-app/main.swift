import AppLifecycle

// An app for the tests. BEHAVIOUR selects how it registers its handlers. It prints its events on standard output.

nonisolated func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let behaviour = ProcessInfo.processInfo.environment["BEHAVIOUR"] ?? ""

switch behaviour {
case "scenes", "scenes-expire": FeedApp.main()
case "plain": PlainDelegate.main()
case "emitter": FetchingDelegate.main()
case "notifications", "notified": NotifyingDelegate.main()
case "alarms", "alarms-silent": AlarmDelegate.main()
case "news", "news-silent", "news-holds": NewsDelegate.main()
case "sync": SyncDelegate.main()
case "watch", "watch-silent", "watch-crash", "watch-none": WatchDelegate.main()
case "subscribed-news", "subscribed-silent": SubscribedDelegate.main()
default: AppDelegate.main()
}
