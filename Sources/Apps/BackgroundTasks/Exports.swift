// The same exports as those of Apple's module.
@_exported import Dispatch
@_exported import Foundation
