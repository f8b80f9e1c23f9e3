# Notifications at a date, on the session bus of their owner. A service of the checks receives them.

reminders_are_shown() {
  check 'a notification waits while its owner is not logged in' waits_for_a_login
  check 'the notification is shown at the login, as its owner, with its delay' is_shown_at_the_login
  check 'a notification is shown at its date, also on a hot device with an empty battery' is_shown_at_its_date
  check 'no unit property and no argument contains the text of a notification' keeps_its_text
  check 'an app needs consent, and a click opens the app and calls its delegate' opens_what_is_clicked
  end_the_session
}

# The daemon reads only mounts, so the other values are those of `device set`.
waits_for_a_login() {
  waits() { as alice rubatoctl explain greeting --json | jq --exit-status '.reasons == ["path"]'; }
  ask mounts
  as alice rubatoctl notify --id greeting --at 1s 'Good morning'
  eventually waits
  sleep 61
  waits
  [[ $(as alice rubatoctl runs greeting --json | jq length) == 0 ]]
}

# show: starts a session of alice in which notifications are written to a file.
show() {
  install --mode=755 notifications.py /usr/local/bin/show-notifications
  loginctl enable-linger alice
  eventually test -S "/run/user/$(id --user alice)/bus"
  in_session alice systemd-run --user --unit=show-notifications --property=StandardOutput=file:/home/alice/shown \
    /usr/local/bin/show-notifications --click 'Click me'
  eventually grep --quiet ready /home/alice/shown
}

# If the session begins before its notification service, the notification is retried after half a minute.
is_shown_at_the_login() {
  was_shown() { grep --quiet 'Good morning' /home/alice/shown; }
  show
  eventually was_shown || eventually was_shown
  grep 'Good morning' /home/alice/shown | grep ' late"'
  equal "$(grep --count 'Good morning' /home/alice/shown)" 1
  as alice rubatoctl runs greeting --json | jq --exit-status '.[0] | .outcome == "completed" and .late >= 60'
}

is_shown_at_its_date() {
  was_shown() { grep --quiet 'Secret tea' /home/alice/shown; }
  rubatoctl device set power=battery battery=1 thermal=critical
  as alice rubatoctl notify --id tea --at 2s 'Secret tea' 'It is ready'
  eventually was_shown
  rubatoctl device thaw
  as alice rubatoctl runs tea --json | jq --exit-status '.[0] | .outcome == "completed" and .late < 30'
}

keeps_its_text() {
  journalctl --unit 'rubato-run-*' --unit rubatod --output=json | finds_no 'Secret tea'
  systemctl show 'rubato-run-*' | finds_no 'Secret tea'
}

# The program that the session starts finds its app by the installation directory. It passes the notification only to
# the app, which runs in the same session.
opens_what_is_clicked() {
  local app=com.example.clicked directory=/opt/clicked-app
  install -D --target-directory=$directory /opt/life-app/life-app
  cat >$directory/Info.plist <<EOF
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>$app</string>
<key>CFBundleExecutable</key><string>life-app</string>
</dict></plist>
EOF
  as alice rubatoctl app install $directory
  in_session alice busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus \
    UpdateActivationEnvironment 'a{ss}' 1 BEHAVIOUR notified
  notify_of_app() {
    varlink_call alice "{\"id\": \"notification:pot\", \"app\": \"$app\", \"kind\": \"userInitiated\",
      \"task\": {\"category\": \"notification\", \"title\": \"Click me\", \"payload\": \"{\\\"userInfo\\\": {\\\"pot\\\": 7}}\"}}"
  }
  notify_of_app | grep 'app allow com.example.clicked notify'
  as alice rubatoctl app allow $app notify
  notify_of_app
  is_told() { equal "$(last_run alice response:pot outcome)" completed; }
  eventually is_told
  as alice rubatoctl app show $app --json | jq --exit-status '.process.byUser'
  journalctl "_UID=$(id --user alice)" | grep 'active hears of pot: Click me, 7'
  kill "$(as alice rubatoctl app show $app --json | jq .process.pid)"
  as alice rubatoctl app remove $app
}

# varlink_call USER PARAMETERS: calls Submit as a library does, and prints the answer.
varlink_call() {
  as "$1" python3 - "$2" <<'EOF'
import socket, sys
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect("/run/rubato/io.rubato.Scheduler")
    connection.sendall(b'{"method": "io.rubato.Scheduler.Submit", "parameters": %s}\0' % sys.argv[1].encode())
    print(connection.recv(1 << 20).rstrip(b"\0").decode())
EOF
}

# Logs alice out, since later checks expect no login.
end_the_session() {
  loginctl disable-linger alice
  is_over() { [[ ! -e /run/user/$(id --user alice) ]]; }
  eventually is_over
  rm --force /home/alice/shown
  keep_from_the_machine
  forget_the_device
}
