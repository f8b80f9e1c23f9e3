import Foundation

/// What a session is like, with the name of Foundation's class. There are background sessions only.
///
/// A session takes a copy: what is changed later is of no effect to it.
public final class URLSessionConfiguration: NSObject, NSCopying {
  /// By which a later process makes the session again.
  public let identifier: String?
  /// Whether its transfers wait for an unmetered network and for power. Others start as soon as there is a network.
  public var isDiscretionary = false
  /// Whether the app is woken when all of the session has ended. Where it is not, the delegate hears of the ends while the
  /// app runs, and of what has ended meanwhile when the session is made again.
  public var sessionSendsLaunchEvents = true
  /// How long a transfer is tried, in seconds from 1 second to 366 days; seven days unless set.
  public var timeoutIntervalForResource: TimeInterval = 7 * 24 * 3600
  /// How long nothing may come or go on a connection before the transfer is tried again, in seconds; 60 unless set. A request
  /// that says otherwise has its own.
  public var timeoutIntervalForRequest: TimeInterval = 60
  /// Headers of all requests but those that have their own of that name. Both are texts.
  public var httpAdditionalHeaders: [AnyHashable: Any]?
  /// Whether its transfers may use a metered network, as all networks that cost are to Linux.
  public var allowsCellularAccess = true
  /// Whether its transfers may use a metered network.
  public var allowsExpensiveNetworkAccess = true
  /// Whether its transfers may use a metered network.
  public var allowsConstrainedNetworkAccess = true

  private init(identifier: String?) {
    self.identifier = identifier
  }

  /// The configuration of a background session.
  ///
  /// - Parameter identifier: Letters, digits and `. _ @ : -`, at most 116 of them. Each session of an app has one of its own.
  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    URLSessionConfiguration(identifier: identifier)
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = URLSessionConfiguration(identifier: identifier)
    copy.isDiscretionary = isDiscretionary
    copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.httpAdditionalHeaders = httpAdditionalHeaders
    copy.allowsCellularAccess = allowsCellularAccess
    copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
    copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    return copy
  }
}
