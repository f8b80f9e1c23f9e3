import BackgroundTasks
import Foundation
import News

let news = News { page in
  print("would fetch \(page)")
  try await Task.sleep(for: .milliseconds(800))
}
news.register()
if CommandLine.arguments.contains("--schedule") {
  await news.schedule()
} else {
  while true { try await Task.sleep(for: .seconds(3600)) }
}
