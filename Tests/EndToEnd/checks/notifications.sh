# Remote notifications and fetches of the test app life-app, which run.sh has copied into the tree.

stories=com.example.stories stories_directory=/opt/life-app story=/home/alice/story.json

notifications_are_delivered() {
  check 'a remote notification is delivered to an app that is not running' delivers_a_story
  check 'of several waiting notifications the newest is delivered, also after a restart' delivers_the_newest
  check 'a force-quit app receives no notification' keeps_none_for_a_quit_app
  check 'a notification whose run is interrupted by a kill of the daemon is not lost' survives_a_kill_of_the_daemon
  check 'an app fetches by its interval, and the next fetch is queued' fetches_by_its_interval
}

install_stories() {
  cat >$stories_directory/Info.plist <<EOF
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>$stories</string>
<key>CFBundleExecutable</key><string>life-app</string>
<key>UIBackgroundModes</key><array><string>fetch</string><string>remote-notification</string></array>
</dict></plist>
EOF
  as alice rubatoctl app install $stories_directory --env "BEHAVIOUR=$1"
}

# write_story NUMBER: writes the content of a notification.
write_story() { printf '{"aps": {"content-available": 1}, "story": {"id": %s}}' "$1" >$story; }

# pushed_run KEY: prints a value of the newest run of a notification.
pushed_run() { last_run alice remote-notification "$1"; }
is_pushed() { equal "$(pushed_run outcome)" "$1"; }

delivers_a_story() {
  install_stories news
  as alice rubatoctl app opened $stories
  as alice rubatoctl app closed $stories
  write_story 7
  as alice rubatoctl simulate-push $stories $story --wait
  run=$(pushed_run run)
  says 'background gets story 7'
}

# The notifications wait, since the battery is low.
delivers_the_newest() {
  local last
  is_new() { (($(pushed_run run) > last)) && is_pushed completed; }
  last=$(pushed_run run)
  rubatoctl device set power=battery battery=3
  for id in 8 9; do
    write_story $id
    as alice rubatoctl push $stories - <$story
  done
  systemctl restart rubatod
  equal "$(state alice remote-notification)" waiting
  rubatoctl device set power=ac battery=80
  eventually is_new
  run=$(pushed_run run)
  says 'gets story 9'
  fails_with 1 '' says 'gets story 8'
}

keeps_none_for_a_quit_app() {
  rubatoctl device set power=battery battery=3
  as alice rubatoctl push $stories $story
  as alice rubatoctl app force-quit $stories
  equal "$(state alice remote-notification)" ''
  fails_with 1 force-quit as alice rubatoctl push $stories $story
  as alice rubatoctl app opened $stories
  rubatoctl device set power=battery battery=80
}

survives_a_kill_of_the_daemon() {
  install_stories news-silent
  write_story 11
  run=$(as alice rubatoctl simulate-push $stories $story --json | jq .run)
  eventually says 'gets story 11'
  systemctl kill --signal=KILL --kill-whom=main rubatod
  eventually run_is state running
  as alice rubatoctl expire remote-notification
  eventually is_pushed expired
}

# The app requests fetches when it is launched.
fetches_by_its_interval() {
  local first
  is_queued() { equal "$(state alice background-fetch)" waiting; }
  eventually is_queued
  first=$(as alice rubatoctl show background-fetch --json | jq --raw-output .earliest)
  as alice rubatoctl simulate-fetch $stories
  equal "$(state alice background-fetch)" waiting
  [[ $(as alice rubatoctl show background-fetch --json | jq --raw-output .earliest) > $first ]]
}
