@_exported import BackgroundTasks
