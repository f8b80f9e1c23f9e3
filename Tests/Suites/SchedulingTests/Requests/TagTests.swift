import Testing

@testable import Scheduling

/// Tags of requests: their form, and that they are kept.
struct TagTests {
  @Test(arguments: [
    "", " ", "a b", "a,b", "a/b", "-a", ".a", "_a", "a@b", "a:b", "caf\u{e9}", "*", "a\n",
    String(repeating: "x", count: 65),
  ])
  func malformedTagsAreRefused(tag: String) {
    var world = World()
    let refusal = world.refusal(of: "a") { $0.terms.run.tags = ["photos", tag] }
    #expect(refusal?.field == "tags" && refusal?.value == tag)
    #expect(refusal?.message.contains("1 to 64 letters, digits and . _ -") == true)
  }

  @Test(arguments: ["a", "7", "a.b_c-d", "Photos", String(repeating: "x", count: 64)])
  func tagsAreKeptInTheirOrder(tag: String) {
    var world = World()
    world.submit("a") { $0.terms.run.tags = ["zebra", tag] }
    #expect(world.scheduler.request(world.key("a"))?.terms.run.tags == ["zebra", tag])
  }

  @Test func moreThanSixteenAreRefused() {
    var world = World()
    let tags = (1...17).map { "tag-\($0)" }
    let refusal = world.refusal(of: "a") { $0.terms.run.tags = tags }
    #expect(refusal?.field == "tags" && refusal?.value == "17 tags")
    world.submit("a") { $0.terms.run.tags = Array(tags.dropLast()) }
    #expect(world.scheduler.request(world.key("a"))?.terms.run.tags.count == Tags.most)
  }

  @Test func eachIsNamedOnce() {
    #expect(Tags.named(["b", "a", "b", "a", "c"]) == ["b", "a", "c"])
    #expect(Tags.named([]).isEmpty)
  }

  @Test func noTagsAreTheUsualTerms() {
    var terms = RunTerms()
    terms.tags = ["photos"]
    #expect(terms != .usual)
    terms.tags = []
    #expect(terms == .usual)
  }
}
