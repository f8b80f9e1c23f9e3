import Foundation

extension BGTaskScheduler {
  /// Why a request was not taken. Its `localizedDescription` is the daemon's sentence, which says what to do.
  public struct Error: CustomNSError, Hashable {
    /// The codes of Apple's BGTaskSchedulerErrorCode.
    public enum Code: Int, Sendable {
      /// Background App Refresh is off, or no daemon answers.
      case unavailable = 1
      /// As many requests of this kind are queued as an app may have.
      case tooManyPendingTaskRequests = 2
      /// The app does not declare the identifier or the background mode, or is not installed.
      case notPermitted = 3
      /// The task cannot start at once, as its request demands.
      case immediateRunIneligible = 4
    }

    /// Why the request was not taken.
    public let code: Code
    private let details: NSError

    /// - Parameters:
    ///   - code: Why the request was not taken.
    ///   - userInfo: What else is known, by the keys of `NSError`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
      self.code = code
      details = NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    init(_ code: Code, _ message: String) {
      self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    public static var errorDomain: String { BGTaskScheduler.errorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { details.userInfo }
    /// What else is known, by the keys of `NSError`.
    public var userInfo: [String: Any] { details.userInfo }

    /// For patterns: Background App Refresh is off, or no daemon answers.
    public static var unavailable: Code { .unavailable }
    /// For patterns: as many requests of this kind are queued as an app may have.
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    /// For patterns: the app does not declare the identifier or the mode, or is not installed.
    public static var notPermitted: Code { .notPermitted }
    /// For patterns: the task cannot start at once, as its request demands.
    public static var immediateRunIneligible: Code { .immediateRunIneligible }
  }
}

extension BGTaskScheduler.Error.Code {
  /// Lets `catch BGTaskScheduler.Error.notPermitted` match.
  public static func ~= (code: Self, error: any Swift.Error) -> Bool {
    (error as? BGTaskScheduler.Error)?.code == code
  }
}
