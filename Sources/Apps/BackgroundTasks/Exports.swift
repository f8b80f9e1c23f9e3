// As Apple's module does.
@_exported import Dispatch
@_exported import Foundation
