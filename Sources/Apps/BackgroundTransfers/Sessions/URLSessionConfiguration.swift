import Foundation

/// The configuration of a session, with the name of Foundation's class. All sessions are background sessions.
///
/// A session copies it, so later changes have no effect on the session.
public final class URLSessionConfiguration: NSObject, NSCopying {
  /// The identifier with which a later process creates the session again; never `nil` here.
  public let identifier: String?
  /// Whether its transfers wait for an unmetered network and for power. Others start as soon as there is a network.
  public var isDiscretionary = false
  /// Whether the app is woken when all transfers of the session have ended. If not, the delegate receives ends while
  /// the app is running, and earlier ends when the session is created again.
  public var sessionSendsLaunchEvents = true
  /// The seconds for which a transfer is tried, from 1 second to 366 days; seven days by default.
  public var timeoutIntervalForResource: TimeInterval = 7 * 24 * 3600
  /// The seconds without activity on a connection before a transfer is tried again; 60 by default. A request with
  /// another value overrides it.
  public var timeoutIntervalForRequest: TimeInterval = 60
  /// Headers of all requests, as texts; a request's own headers override them. `nil` if there are none.
  public var httpAdditionalHeaders: [AnyHashable: Any]?
  /// Whether its transfers may use a metered network. Linux treats every network that costs money as metered.
  public var allowsCellularAccess = true
  /// Whether its transfers may use a metered network.
  public var allowsExpensiveNetworkAccess = true
  /// Whether its transfers may use a metered network.
  public var allowsConstrainedNetworkAccess = true
  /// Whether a transfer waits for a network. It has no effect: transfers of background sessions always wait.
  public var waitsForConnectivity = false
  /// The container that an app shares with its extensions. It has no effect: apps have no extensions here.
  public var sharedContainerIdentifier: String?
  /// The maximum number of connections to a server. It has no effect: each transfer has its own connection.
  public var httpMaximumConnectionsPerHost = 6
  /// The use of a cache. It has no effect: transfers use no cache.
  public var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  /// The cache, which is always `nil`: transfers use no cache.
  public var urlCache: URLCache?

  private init(identifier: String?) {
    self.identifier = identifier
  }

  /// Returns the configuration of a background session.
  ///
  /// - Parameter identifier: At most 116 letters, digits and `. _ @ : -`. Each session of an app must have its own.
  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    URLSessionConfiguration(identifier: identifier)
  }

  /// Returns a configuration with the same identifier and the same values.
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
    copy.waitsForConnectivity = waitsForConnectivity
    copy.sharedContainerIdentifier = sharedContainerIdentifier
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.requestCachePolicy = requestCachePolicy
    return copy
  }
}

/// A cache of responses, with the name of Foundation's class. It cannot be created, since transfers use no cache.
public final class URLCache: NSObject {
  private override init() {}
}
