// Foundation and Dispatch as UIKit exports them, and the tasks that this library is for.
@_exported import BackgroundTasks
@_exported import Dispatch
@_exported import Foundation
