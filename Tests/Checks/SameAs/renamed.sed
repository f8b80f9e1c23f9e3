# Translates output of older commits, with former codes and texts, into the current words: sed --regexp-extended.
# A commit that renames words in the output must add lines here. run.sh applies them to the output of older commits.

# Codes, as in FormerNames.swift.
s/\bherd\b/bootDelay/g
s/\batOnce\b/concurrencyLimit/g
s/\bforgotten\b/appUnused/g
s/\bshortSpell\b/unstableConditions/g
s/\bThundering Herd\b/Boot Delay/g

# Causes.
s/'it is running'/'running'/g
s/an earlier request of this id runs/the run of an earlier request with this id/g
s/; beyond them /; in addition /g
s/: being looked for/: being checked/g
s/\bits window opens at /the window opens at /g
s/ is tried when fewer others are being tried/ is run once fewer other conditions are running/g
s/` is being tried/` is running/g
s/ is tried when all else lets it start/ is run once nothing else holds the request/g
s/` does not hold \(([^']*)\); it is tried again at /` failed (\1); next attempt at /g
s/\bit took longer than ([0-9a-z]+)\b/timed out after \1/g
s/the device has not been so for long enough to count on it/conditions have not been stable for long enough/g
s/better than now is to be expected before its window closes/a better moment is expected before its window closes/g
s/it was killed, since it overran its budget,/it was killed for exceeding its budget/g
s/it was killed, since its step took too long,/it was killed for exceeding its step limit/g
s/it stopped in time when its budget was used up/it stopped in time at the end of its budget/g
s/it stopped in time when its step took too long/it stopped in time at its step limit/g
s/it asked for another time/it asked to run later/g
s/it could not be launched/it could not be started/g
s/it was launched too slowly/it started too slowly/g
s/'it is tried again later/'it will be retried/g
s/ and is tried again later/ and will be retried/g

# Rationales of policies.
s/above the ([0-9]+) % that the kind bears/above this kind's \1 % limit/g
s/: not known, and taken to be there/: unknown, assumed present/g
s/([^ ,']): not there\b/\1: missing/g
s/(Paths [^],']*): there\b/\1: present/g
s/runs of the app had to be killed too often; it is barred until/the app's runs were killed too often; it is blocked until/g
s/overruns and crashes in the app's last runs: ([0-9]+) of ([0-9]+)/\1 of the app's last \2 runs overran or crashed/g
s/the app was not opened since it was registered/the app has not been opened since it was registered/g
s/nobody has opened the app for long; it waits until somebody does/the app has not been opened for a long time/g
s/plugged in, not yet for a minute/plugged in for less than a minute/g
s/, below the kind's floor of/, below this kind's minimum of/g
s/the app began few runs in the last /the app started few runs in the last /g
s/the app began ([0-9]+) runs within /the app started \1 runs within /g
s/the latest date has passed and the request asked to run then/the latest date has passed, and the request asks to run then/g
s/File Protection data can be read/File Protection the user's data is unlocked/g
s/nothing else of group ([^],' ]+) runs/no other request of group \1 is running/g
s/another request of group ([^],' ]+) runs/another request of group \1 is running/g
s/power costs nothing now/energy is free now/g
s/worth its price, if it still is when worths are compared next/worth its price, if it still is at the next comparison/g
s/the user swiped the app away; it waits until the app is opened again/the user swiped the app away; it must be opened again/g
s/low-power mode is on, and the request may run in it/low-power mode is on; this kind may run in it/g
s/low-power mode is on; the kind runs in it only plugged in, from/low-power mode is on; this kind runs only when plugged in, from/g
s/low-power mode is on; on battery the kind runs in it after/low-power mode is on; this kind runs on battery after/g
s/; the kind starts at /; this kind starts at /g
s/, but not yet for long enough after a stop for heat/, but not for long enough after a stop for heat/g
s/\ba dark screen: ([^;]*); the screen is on/screen off: \1; the screen is on/g
s/(a network: [^;]*); there is none/\1; none is available/g
s/default of the kind/this kind's default/g

# Refusals.
s/run ([0-9]+) does not run; a run can be reported on from within it only/run \1 is not running; only a running command can report on its run/g
s/(`rubatoctl explain [^`]*`) says why/\1 shows why/g
s/you have ([0-9]+) requests waiting, which is the limit;/you have reached the limit of \1 queued requests;/g
s/(reached the limit of [0-9]+ queued requests; cancel some first \(`rubatoctl list` shows them\))([^.]|$)/\1. More are allowed by 'requests-per-user' in the policy file (`man rubato-policy`), once rubatod is restarted\2/g
s/(app '[^']*') has ([0-9]+) of kind ([A-Za-z]+) waiting, which is the limit;/\1 has reached the limit of \2 queued requests of kind \3;/g
s/you have ([0-9]+) apps registered, which is the limit;/you have reached the limit of \1 registered apps;/g
s/`rubatoctl app list` shows what there is/`rubatoctl app list` lists registered apps/g
s/there is no app '([^']*)'; `rubatoctl app register [^`]*` makes it known/there is no app '\1'; register it with `rubatoctl app register \1`/g
s/`rubatoctl list` shows what there is/`rubatoctl list` lists requests/g
s/ runs already, as run / is already running, as run /g
s/`--force` passes this/`--force` overrides this/g
s/`--force --really` passes even this/`--force --really` overrides even this/g
s/this daemon reads no machine, so there is nothing to freeze or to thaw; what `device set` says holds until it says otherwise/this daemon does not detect the device's state, so there is nothing to freeze or thaw; values are those of `device set`/g
s/mask or remove that file, then reload rubatod; or choose another id/mask or remove that file and reload rubatod, or choose another id/g
s/ stands in the place of ([^;]*); choose another id, or first:/ replaces \1; choose another id, or first run:/g

# Reports of simulations.
s/-rivals\b/-baselines/g
s/"its turn comes"/"no free slot"/g
s/"too early"/"before its window"/g
s/\bits time ([0-9]+ %)/its window to open \1/g
s/\btries again later\b/waiting to retry/g
s/\bits next try\b/its next retry/g
s/"runs already"/"already running"/g
s/\ba distance from the run before it\b/the minimum time between runs/g
s/\bthe run before it\b/its previous run to end/g
s/"others run first"/"no free slot"/g
s/\bits turn ([0-9]+ %)/a free slot \1/g
s/"its group runs"/"group busy"/g
s/\bothers of its group ([0-9]+ %)/others of its group to end \1/g
s/(waited for|,) power ([0-9]+ %)/\1 external power \2/g
s/\ba fuller battery\b/a higher battery level/g
s/\ba dark screen\b/the screen to turn off/g
s/\ba less busy device\b/a lower load/g
s/"memory short"/"low on memory"/g
s/(waited for|,) memory ([0-9]+ %)/\1 free memory \2/g
s/"storage short"/"low on storage"/g
s/\bstorage space\b/free storage/g
s/\bunlocked data\b/the data to be unlocked/g
s/\bthe machine to have settled after its boot\b/the delay after boot to pass/g
s/"drive or share not there"/"drive or share missing"/g
s/\bthe machine to have slept\b/the machine to wake up/g
s/"its condition is not met yet"/"condition not met"/g
s/\bits condition ([0-9]+ %)/its condition to succeed \1/g
s/"refresh switched off"/"Background App Refresh off"/g
s/"its app just ran"/"app ran recently"/g
s/"its app runs too often"/"too many runs of the app"/g
s/\ba minute's rest of its app\b/fewer runs of its app/g
s/\bits app's quota ([0-9]+ %)/its app's quota to recover \1/g
s/\bapp had to be killed too often\b/app killed too often/g
s/\bthe end of its app's bar\b/the block on its app to end/g
s/\ba better moment is coming\b/better moment expected/g
s/"not sure to last"/"unstable conditions"/g
s/\bthe device to stay so\b/stable conditions/g
s/\ba better chance of being of use\b/a higher expected use/g
s/"not launched"/"not started"/g
s/\blaunched too slowly\b/started too slowly/g
s/\blaunch took too long\b/start timed out/g
s/\bits step took too long\b/step limit exceeded/g

# Plain English.
s/there is no (app|request) ('[^']*')/\1 \2 not found/g
s/More are allowed by '([^']*)' in the policy file \(`man rubato-policy`\), once rubatod is restarted/To raise the limit, set '\1' in the policy file (`man rubato-policy`) and restart rubatod/g
s/The condition is tried again now, and the request starts if it holds;/The condition is checked again now, and the request starts if it succeeds;/g
s/(`rubatoctl run [^`]*`) starts it all the same/\1 starts it anyway/g
s/root and the group rubato alone start it all the same, with/only root and the group rubato can start it anyway, with/g
s/until rubatod is started again, as for an upgrade/until rubatod is restarted, for example for an upgrade/g
s/its last ([0-9]+) wakes were not completed, and delivery backs off: it is woken again at ([^ ]+), and call the completion handler then; the last: /the app did not complete its last \1 wakes; next wake at \2; call the completion handler in each wake; last run: /g
s/what a user is to see at a date is shown then/a due notification is shown at its date/g
s/its time was over, and it (was killed|is complete and unsuccessful) because/its time ended, and it \1 because/g
s/the app had not attached, which it does when it first uses BGTaskScheduler.shared/the app did not attach, which it does at its first use of BGTaskScheduler.shared/g
s/the app had attached, and its main queue had not turned since, with which its launch finishes: in/the app attached, but its launch did not finish: its main queue never ran; it runs in/g
s/has failed and is tried again by itself;/has failed and is retried automatically;/g
s/changes of ([^']*) are not all noticed: /not all changes of \1 are detected: /g
s/([^ ']+) counts as there: this daemon does not read the device, and looks at no path; (`)(rubatoctl device set [^`]*)` tells it otherwise/\1 is assumed present: this daemon reads no device and checks no paths; to change that: \3/g
s/so there is nothing to freeze or thaw; values are those of `device set`/so it cannot be frozen or thawed; set values with `rubatoctl device set`/g
s/it runs \(run ([0-9]+)\), is done with that, and keeps what it began with\. (`rubatoctl stop [^`]*`) has it wait again, so that it can be changed; what is submitted under its id runs after this run/run \1 is in progress and is its last. Stop it with \2, then change the request; or submit a new request with this id, which runs afterwards/g
s/app ('[^']*') is not in the foreground, where alone continued tasks are submitted;/continued tasks can be submitted only while app \1 is in the foreground;/g
s/is queued already, and this would/is already queued, and this would/g
s/To replace it all the same: --if-pending/To replace it anyway: --if-pending/g
s/the number of runs that were told to stop/the number of runs that were ordered to stop/g
s/runs told to stop a day( {3})?/runs ordered to stop a day/g
s/the same in the hour after waking( {3})?/fresh opens in the hour after waking/g
s/the same, worst( {18})?/worst age of other work's success/g
s/the (share of )?work done in vain/the \1lost work/g
s/not known: there was nothing to measure/unknown: nothing to measure/g
s/its time did not come, or nobody opened its app/its time did not come, or its app was not opened/g
