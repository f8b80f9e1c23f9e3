import Foundation

extension BGTaskScheduler {
  /// The reason why a request was refused. Its `localizedDescription` is the daemon's message, including the remedy.
  public struct Error: CustomNSError, Hashable {
    /// The codes of Apple's BGTaskSchedulerErrorCode.
    public enum Code: Int, Sendable {
      /// Background App Refresh is off, or no daemon answers.
      case unavailable = 1
      /// The app already has the maximum number of queued requests of this kind.
      case tooManyPendingTaskRequests = 2
      /// The app does not declare the identifier or the background mode, or is not installed.
      case notPermitted = 3
      /// The task cannot start immediately, as its request demands.
      case immediateRunIneligible = 4
    }

    /// The reason why the request was refused.
    public let code: Code
    private let details: NSError

    /// - Parameters:
    ///   - code: The reason why the request was refused.
    ///   - userInfo: Further information, by the keys of `NSError`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
      self.code = code
      details = NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    package init(_ code: Code, _ message: String) {
      self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    public static var errorDomain: String { BGTaskScheduler.errorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { details.userInfo }
    /// Further information, by the keys of `NSError`.
    public var userInfo: [String: Any] { details.userInfo }

    /// For patterns: Background App Refresh is off, or no daemon answers.
    public static var unavailable: Code { .unavailable }
    /// For patterns: the app already has the maximum number of queued requests of this kind.
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    /// For patterns: the app does not declare the identifier or the mode, or is not installed.
    public static var notPermitted: Code { .notPermitted }
    /// For patterns: the task cannot start immediately, as its request demands.
    public static var immediateRunIneligible: Code { .immediateRunIneligible }
  }
}

extension BGTaskScheduler.Error.Code {
  /// Lets `catch BGTaskScheduler.Error.notPermitted` match.
  public static func ~= (code: Self, error: any Swift.Error) -> Bool {
    (error as? BGTaskScheduler.Error)?.code == code
  }
}
