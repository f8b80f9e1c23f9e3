import Control
import Descriptors
import Files
import Logging
import Scheduling

extension Engine {
  /// Makes the declared requests match the task files: submits new and changed ones, cancels removed ones, and
  /// leaves the other requests unchanged with their history.
  ///
  /// - Parameter finished: Called on the loop after all changes were committed or refused.
  func declare(_ declared: DeclaredTasks, finished: @escaping () -> Void) {
    let confinedFinished = LoopConfined(finished, to: loop)
    act { engine in
      let requests = engine.core.allRequests
      let plan = TaskPlan(declared, requests)
      engine.tasks.problems = declared.problems
      engine.tasks.finished = confinedFinished
      // One more than the calls: the last line of this closure counts it, so that a plan without calls also finishes.
      engine.tasks.openAnswers = plan.submits.count + plan.cancels.count + 1
      for problem in declared.problems { engine.log(problem.error) }
      for task in plan.submits { engine.submit(task) }
      for request in plan.cancels { engine.cancelUndeclared(request) }
      engine.noteAnswerToDeclaration()
    }
  }

  /// Submits a declared task. A refusal becomes a problem of its file.
  private func submit(_ task: DeclaredTask) {
    let replacesManualRequest = core.request(task.key).map { $0.terms.declaration == nil } ?? false
    call { _, ticket throws(Refusal) in
      .submit(task.submission, ticket)
    } answer: { engine, answer in
      if case .refused(let refusal) = answer {
        engine.addProblem(task.file.error(of: refusal), of: task.file.id)
      } else {
        let rest = replacesManualRequest ? ", replacing a manually submitted request" : ""
        engine.logger.info("\(task.file.path) declares \(task.file.id)\(rest)")
      }
      engine.noteAnswerToDeclaration()
    }
  }

  /// Cancels a request that no task file declares any more, and stops its run. A refusal becomes a problem of the
  /// former file.
  private func cancelUndeclared(_ request: Request) {
    let id = request.key.id
    call { _, ticket throws(Refusal) in
      .cancel(request.key, keepsRunning: false, ticket)
    } answer: { engine, answer in
      if case .refused(let refusal) = answer {
        let message = "the file no longer declares a task, but \(id) is kept: \(refusal.message)"
        engine.addProblem(
          FileError(file: request.terms.declaration?.file ?? "", message: message), of: id)
      } else {
        engine.logger.info("\(id) is no longer declared")
      }
      engine.noteAnswerToDeclaration()
    }
  }

  /// Logs an error in a file, and adds it to the problems as one of `task`.
  private func addProblem(_ error: FileError, of task: String) {
    tasks.problems.append(TaskProblem(task: task, error: error))
    log(error)
  }

  /// Logs an error in a task file, with the options by which its advised commands reach this daemon.
  private func log(_ error: FileError) {
    logger.error("\(tasks.commands.completed("\(error)"))")
  }

  /// Records that one of the calls of `declare` was answered. After the last answer, calls the closure that `declare`
  /// received: all changes are then committed or refused.
  private func noteAnswerToDeclaration() {
    tasks.openAnswers -= 1
    guard tasks.openAnswers == 0, let finished = tasks.finished else { return }
    tasks.finished = nil
    finished.value()
  }
}

extension EngineView {
  /// Throws if a file declares the request: it must be changed in that file.
  func checkIsUndeclared(_ key: RequestKey) throws(Refusal) {
    guard let file = core.request(key)?.terms.declaration?.file else { return }
    throw .declared(key, by: file)
  }
}
