import Testing

@testable import Report

struct ProgressBarTests {
  @Test func growsWithTheShareAndIsWrittenOverItself() {
    var bar = ProgressBar(width: 18)
    #expect(bar.text(at: 0) == "\r  0 % ----------")
    #expect(bar.text(at: 0.5) == "\r 50 % #####-----")
    #expect(bar.text(at: 0.503) == nil)
    #expect(bar.text(at: 1) == "\r100 % ##########")
  }

  @Test(arguments: [1, 10, 80, 1000])
  func fitsItsTerminal(width: Int) {
    var bar = ProgressBar(width: width)
    let text = bar.text(at: 1) ?? ""
    #expect(text.count - 1 <= max(width, 8))
  }
}
