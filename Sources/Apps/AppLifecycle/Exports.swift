// As UIKit does; and the tasks that this is about.
@_exported import BackgroundTasks
@_exported import Dispatch
@_exported import Foundation
