/// Scenarios of populations.
enum PopulationScenario {
  /// Two days of a phone with an app that queues its refresh again after each run.
  static let phone = """
    name: phone
    start: 2026-03-02T00:00
    end: 2d
    device:
      charger: [{from: "22:00", until: "07:00"}]
      places: {home: {network: wifi}, away: {network: cellular}}
    apps:
      - name: news
        opens: [{times: 6, between: 07:00 to 22:00}]
        tasks: [{id: refresh, kind: refresh, resubmits: 15m}]
    population: {slowness: 1 to 3, battery-health: 70%}
    """
}
