import Testing

@testable import Scheduling

/// The buckets in which the visits to a user's apps are counted.
struct AppBucketsTests {
  /// 25 apps whose hashes leave the same remainder, so that all of them would share one bucket.
  @Test func givesEachAppItsOwnBucket() {
    var (buckets, visits) = (AppBuckets(), FadingCounts<32>())
    let names = (1...25).map { UInt32($0 * AppBuckets.count + 3) }
    for _ in 0..<2 {
      for name in names {
        buckets.add(name, visits: visits)
        visits[buckets.bucket(of: name)] += 1
      }
    }
    #expect(Set(names.map(buckets.bucket(of:))).count == names.count)
    #expect(buckets.bucket(of: names[0]) == 3)
  }

  /// An app joins the bucket with the fewest visits if all are taken. The app that had it gets another one at its next
  /// open.
  @Test func sharesTheLeastVisitedBucket() {
    var (buckets, visits) = (AppBuckets(), FadingCounts<32>())
    for name in UInt32(1)...32 {
      buckets.add(name, visits: visits)
      visits[buckets.bucket(of: name)] += Float(10 + name)
    }
    visits[buckets.bucket(of: 7)] = 2
    let leastVisited = buckets.bucket(of: 7)
    buckets.add(1000, visits: visits)
    #expect(buckets.bucket(of: 1000) == leastVisited)
    visits[leastVisited] += 40
    buckets.add(7, visits: visits)
    #expect(buckets.bucket(of: 7) == buckets.names.indices.first { buckets.names[$0] == 7 })
    #expect(buckets.bucket(of: 7) != leastVisited && buckets.bucket(of: 1000) == leastVisited)
  }

  /// Of two apps with equal remainders, one is followed by app 1, and the other is not.
  @Test func knowsWhichOfTwoAppsIsFollowed() {
    var (user, habits) = (UserHabit(), [String: AppHabit]())
    func open(_ id: String, at hour: Double, onDay day: Int) {
      var habit = habits[id] ?? AppHabit()
      let others = habits.filter { $0.key != id }.sorted { $0.key < $1.key }.map(\.value)
      user.noteOpen(of: id, &habit, others: others, at: HabitLife.time(day, hour))
      habits[id] = habit
    }
    // Both hashes leave the remainder 6.
    let (followed, other) = ("maps", "news")
    for day in 0..<20 {
      for hour in stride(from: 8.0, to: 20, by: 2) {
        open(followed, at: hour, onDay: day)
        open("app1", at: hour + 0.02, onDay: day)
        open(other, at: hour + 1, onDay: day)
      }
    }
    func chance(after id: String, onDay day: Int) -> Double {
      open(id, at: 8, onDay: day)
      let moment = user.moment(at: HabitLife.time(day, 8.001))
      return moment.chanceToFollow(habits["app1"] ?? AppHabit())
    }
    #expect(chance(after: followed, onDay: 20) > 0.8)
    #expect(chance(after: other, onDay: 21) < 0.1)
  }
}
