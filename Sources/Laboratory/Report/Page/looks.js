// The looks of each reason, state and outcome. Related reasons share a colour, and differ by their pattern, also in
// greyscale. Colour-blind people can distinguish the colours.

const reasonLooks = {
  ready: {colour: 'ready'},
  earliest: {colour: 'time'},
  backoff: {colour: 'time', pattern: 'rising'},
  spacing: {colour: 'time', pattern: 'dots'},
  running: {colour: 'turn'},
  concurrencyLimit: {colour: 'turn', pattern: 'upright'},
  group: {colour: 'turn', pattern: 'level'},
  power: {colour: 'power'},
  battery: {colour: 'power', pattern: 'rising'},
  lowPower: {colour: 'power', pattern: 'dots'},
  thermal: {colour: 'heat', pattern: 'crossed'},
  load: {colour: 'heat', pattern: 'level'},
  memory: {colour: 'heat', pattern: 'upright'},
  storage: {colour: 'heat', pattern: 'dots'},
  bootDelay: {colour: 'heat', pattern: 'falling'},
  sleep: {colour: 'heat'},
  userActive: {colour: 'user'},
  screen: {colour: 'user', pattern: 'level'},
  locked: {colour: 'user', pattern: 'crossed'},
  network: {colour: 'network'},
  metered: {colour: 'network', pattern: 'rising'},
  path: {colour: 'network', pattern: 'upright'},
  networkName: {colour: 'network', pattern: 'crossed'},
  condition: {colour: 'network', pattern: 'dots'},
  betterMoment: {colour: 'forecast'},
  unstableConditions: {colour: 'forecast', pattern: 'falling'},
  price: {colour: 'forecast', pattern: 'dots'},
  quota: {colour: 'app'},
  rateLimit: {colour: 'app', pattern: 'upright'},
  neverOpened: {colour: 'app', pattern: 'level'},
  notAllowed: {colour: 'user', pattern: 'dots'},
  appUnused: {colour: 'app', pattern: 'falling'},
  unreliable: {colour: 'app', pattern: 'crossed'},
  quarantined: {colour: 'turn', pattern: 'crossed'},
  paused: {colour: 'turn', pattern: 'dots'},
  quiet: {colour: 'time', pattern: 'level'},
  unchanged: {colour: 'network', pattern: 'falling'},
  dependency: {colour: 'turn', pattern: 'rising'},
  switchedOff: {colour: 'app', pattern: 'rising'},
  forceQuit: {colour: 'app', pattern: 'dots'},
};

function reasonLook(code) {
  return reasonLooks[code] ?? {colour: 'ready', pattern: 'crossed'};
}

/** Bands of the device: the field, its name, and the looks of its values in their order. `level` is the share of the
 *  band's height that a value fills. */
const deviceBands = [
  {field: 'power', name: 'Charging', values: {ac: {words: 'external power', colour: 'charging', pattern: 'rising', level: 1}}},
  {field: 'low-power', name: 'Low power', values: {on: {words: 'low-power mode', colour: 'power', pattern: 'dots', level: 1}}},
  {field: 'thermal', name: 'Heat', values: {
    nominal: {words: 'nominal', colour: 'cool', level: 0.2},
    fair: {words: 'fair', colour: 'warm', level: 0.45},
    serious: {words: 'serious', colour: 'hot', pattern: 'rising', level: 0.75},
    critical: {words: 'critical', colour: 'critical', pattern: 'crossed', level: 1}}},
  {field: 'network', name: 'Network', values: {
    none: {words: 'no network', colour: 'absent', level: 0.12},
    cellular: {words: 'cellular', colour: 'cellular', pattern: 'rising', level: 0.55},
    wifi: {words: 'Wi-Fi', colour: 'wifi', level: 1},
    ethernet: {words: 'Ethernet', colour: 'wifi', pattern: 'level', level: 1}}},
  {field: 'screen', name: 'Screen', values: {on: {words: 'screen on', colour: 'screen', level: 0.5}}},
  {field: 'idle', name: 'In use', values: {no: {words: 'in use', colour: 'user', level: 1}}},
];

/** Marks of runs by their outcome. The worst is the last, and is drawn over the others. */
const markLooks = {
  completed: {words: 'completed', shape: 'disc', colour: 'completed'},
  other: {words: 'other end (deferred, cancelled, cut off)', shape: 'ring', colour: 'otherwise'},
  later: {words: 'asked to run later', shape: 'half', colour: 'otherwise'},
  failed: {words: 'failed', shape: 'diamond', colour: 'failed'},
  expired: {words: 'expired: budget used up, or a gate closed', shape: 'triangle', colour: 'expired'},
  killed: {words: 'killed', shape: 'cross', colour: 'killed'},
};
const markOrder = Object.keys(markLooks);

function markOf(run) {
  return run.killed ? 'killed' : run.outcome.mark;
}
