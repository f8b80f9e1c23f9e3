import Scheduling

/// Every run has the budget and the grace that its submission names, or else the default of its kind, up to the maximum
/// of the kind. The checker has its own table of these values, from docs/decision.md.
final class BudgetsAreAsTold: Checker {
  func launches(_ run: Run, _ request: Request, in life: Life) {
    guard run.phase == .launching else { return }
    let (budgets, isExact) = Self.budgets(request)
    let isRight = isExact ? budgets.contains(run.budget) : run.budget <= budgets[0]
    if !isRight || run.budget <= .zero {
      life.fail(self, "run \(run.id) of \(run.key.id) gets \(run.budget), not \(budgets)")
    }
    let grace = request.terms.grace ?? Self.grace(request.terms.kind)
    if run.grace != grace {
      life.fail(self, "run \(run.id) of \(run.key.id) gets a grace of \(run.grace), not \(grace)")
    }
  }

  /// Returns the budgets that the request may get, and whether a smaller budget is wrong.
  private static func budgets(_ request: Request) -> ([Duration], Bool) {
    func asked(_ usual: Duration, atMost longest: Duration) -> Duration {
      min(request.terms.budget ?? usual, longest)
    }
    switch request.terms.kind {
    case .refresh, .push: return ([asked(.seconds(30), atMost: .seconds(30))], true)
    case .processing: return ([asked(.seconds(600), atMost: .seconds(24 * 3600))], false)
    // No user is root. The second maximum is for a start on battery.
    case .maintenance:
      return ([24, 2].map { asked(.seconds(1800), atMost: .seconds($0 * 3600)) }, true)
    case .utility:
      return ([24, 1].map { asked(.seconds(600), atMost: .seconds($0 * 3600)) }, true)
    case .userInitiated:
      return ([168, 6].map { asked(.seconds(600), atMost: .seconds($0 * 3600)) }, true)
    }
  }

  private static func grace(_ kind: Kind) -> Duration {
    switch kind {
    case .refresh, .processing, .push: .milliseconds(500)
    case .maintenance: .seconds(30)
    case .utility, .userInitiated: .seconds(10)
    }
  }
}
