# Transfers to and from Debian's nginx, which fails, stalls and is killed.

files=/srv/transfers web=http://127.0.0.1:8080

transfers_are_carried() {
  begin_with_a_server
  check 'a file is sent to nginx and fetched from it, as the user of the transfer' sends_and_fetches
  check 'other users see no header and no URL of a transfer, and cancel ends curl' shows_and_leaves_nothing
  check 'a transfer that a server refuses temporarily is retried' tries_again_what_is_refused
  check 'a transfer is retried if the server accepts a connection and does not answer' calls_again_who_never_answers
  check 'a download continues with a range request after a kill of nginx' goes_on_by_range
  check 'a transfer outlives a restart of the daemon, and the kill of its program' outlives_restart_and_kill_of_its_program
  check 'a file that has changed is not sent' sends_nothing_that_has_changed
  check 'a full disk is reported, and no file is left' reports_a_full_disk
  check 'a transfer times out at its limit' times_out
  stop_server
}

begin_with_a_server() {
  mkdir -p "$files"/{files,in}
  # The slow location takes 6 s for this file.
  dd if=/dev/urandom of="$files/files/film" bs=1M count=6 status=none
  chown www-data "$files/in"
  chmod 700 /home/alice
  cat >"$files/nginx.conf" <<-'EOF'
	user www-data;
	pid /run/check-nginx.pid;
	events {}
	http {
	  log_format check '$status $request_method $request_uri range=$http_range $http_authorization';
	  access_log /srv/transfers/access check;
	  error_log /srv/transfers/errors;
	  server {
	    listen 127.0.0.1:8080;
	    client_max_body_size 0;
	    root /srv/transfers/files;
	    location /in/ { root /srv/transfers; dav_methods PUT; client_body_temp_path /srv/transfers/in; }
	    location /taken/ { return 200 taken; }
	    location /slow/ { alias /srv/transfers/files/; limit_rate 1m; }
	    location /mended/ {
	      alias /srv/transfers/files/;
	      if (!-f /srv/transfers/mended) { return 503; }
	    }
	  }
	}
	EOF
  start_server
}

start_server() { systemd-run --quiet --collect --unit=check-nginx nginx -c "$files/nginx.conf" -g 'daemon off;'; }

stop_server() { systemctl stop check-nginx; }

# queue ARGUMENT...: queues a transfer of alice, and sets $id.
queue() { id=$(as alice rubatoctl transfer --json "$@" | jq --raw-output .id); }

# transfer KEY: prints a value of the transfer $id.
transfer() { as alice rubatoctl transfers "$id" --json | jq --raw-output ".$1"; }

# ends_as STATE: waits for the end of $id, for at most two minutes. Its state is STATE.
ends_as() {
  local until=$((SECONDS + 120))
  while [[ $(transfer state) == @(queued|running) ]]; do
    ((SECONDS < until)) || return 1
    sleep 0.2
  done
  equal "$(transfer state)" "$1"
}

# has_logged TEXT: the access log of nginx contains TEXT.
has_logged() { grep --fixed-strings -- "$1" "$files/access"; }

# programs NAME: prints the processes of alice that execute this program.
programs() {
  local process
  for process in /proc/[0-9]*; do
    [[ $(readlink "$process/exe") == */"$1" && $(stat --format=%U "$process") == alice ]] || continue
    echo "${process#/proc/}"
  done
}

no_programs() { [[ -z $(programs "$1") ]]; }

# has_received NAME BYTES: the partial file of the download NAME has more than BYTES.
has_received() { (($(stat --format=%s "/home/alice/.$1.$id.part") > $2)); }

sends_and_fetches() {
  as alice sh -c 'head --bytes=300000 /dev/urandom >report'
  as alice rubatoctl transfer --upload report "$web/in/report" --wait | grep 'The server answered 201'
  cmp /home/alice/report "$files/in/report"
  as alice rubatoctl transfer --download "$web/film" --wait
  cmp /home/alice/film "$files/files/film"
  equal "$(stat --format=%U /home/alice/film)" alice
  rm /home/alice/film
}

shows_and_leaves_nothing() {
  local unit arguments secret
  as alice sh -c 'echo "Authorization: Bearer hidden-header" >secrets'
  queue --download "$web/slow/film?key=hidden-key" --output film --header-file secrets
  eventually has_received film 100000
  [[ -n $(programs curl) ]]
  unit=$(systemctl list-units --plain --no-legend 'rubato-run-*.service' | cut --delimiter=' ' --fields=1)
  [[ $(property User "$unit") == @(alice|$(id --user alice)) ]]
  # Read before the calls of grep, whose arguments contain the secret.
  arguments=$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ')
  for secret in hidden-header hidden-key; do
    [[ $arguments != *"$secret"* ]]
    systemctl show "$unit" | finds_no --fixed-strings "$secret"
    finds_no --recursive --text --quiet --fixed-strings "$secret" /var/lib/rubato /var/lib/rubato-recording
    as alice rubatoctl show "transfer-$id" --json | finds_no --fixed-strings "$secret"
  done
  as alice rubatoctl cancel "transfer-$id"
  eventually no_programs curl
  eventually no_programs rubato-transfer
  # The daemon and nginx notice the end some time after the last process has ended.
  ends_as failed
  equal "$(transfer code)" cancelled
  ls --almost-all /home/alice | finds_no film
  # The header was sent, so this check could have found it.
  eventually has_logged '/slow/film?key=hidden-key range=- Bearer hidden-header'
}

tries_again_what_is_refused() {
  queue --download "$web/mended/film" --output film
  eventually has_logged '503 GET /mended/film'
  touch "$files/mended"
  ends_as completed
  cmp /home/alice/film "$files/files/film"
  equal "$(transfer attempts)" 2
  rm /home/alice/film
}

# The server never answers its first caller. The limit of a minute without data ends that call.
calls_again_who_never_answers() {
  cat >"$files/stalls.py" <<-'EOF'
	import socket
	server = socket.create_server(("127.0.0.1", 8081))
	first, _ = server.accept()
	second, _ = server.accept()
	second.recv(65536)
	second.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
	second.recv(1)
	EOF
  systemd-run --quiet --collect --unit=check-stalls python3 "$files/stalls.py"
  queue --download http://127.0.0.1:8081/late --output late
  ends_as completed
  equal "$(cat /home/alice/late) $(transfer attempts)" 'ok 2'
}

goes_on_by_range() {
  queue --download "$web/slow/film" --output film
  eventually has_received film 2000000
  systemctl kill --signal=KILL check-nginx
  no_server() { ! systemctl is-active check-nginx; }
  eventually no_server
  start_server
  ends_as completed
  cmp /home/alice/film "$files/files/film"
  eventually has_logged '206 GET /slow/film range=bytes='
  rm /home/alice/film
}

outlives_restart_and_kill_of_its_program() {
  local curl
  : >"$files/access"
  queue --download "$web/slow/film" --output film
  eventually has_received film 500000
  curl=$(programs curl)
  systemctl restart rubatod
  equal "$(programs curl)" "$curl"
  kill -KILL $(programs rubato-transfer)
  eventually no_programs curl
  as alice rubatoctl explain "transfer-$id" | grep 'it crashed and will be retried'
  ends_as completed
  cmp /home/alice/film "$files/files/film"
  equal "$(transfer attempts)" 2
  eventually has_logged '206 GET /slow/film range=bytes='
  rm /home/alice/film
}

sends_nothing_that_has_changed() {
  rubatoctl device set network=none
  queue --upload report "$web/in/changed"
  as alice sh -c 'echo more >>report'
  rubatoctl device set network=wifi
  ends_as failed
  equal "$(transfer code)" file
  [[ ! -e $files/in/changed ]]
  # The transfer is not retried.
  [[ -z $(state alice "transfer-$id") ]]
  equal "$(last_run alice "transfer-$id" outcome)" failed
}

reports_a_full_disk() {
  mkdir /home/alice/small
  mount -t tmpfs -o "size=1m,uid=$(id --user alice),mode=700" small /home/alice/small
  queue --download "$web/film" --output small/film
  ends_as failed
  equal "$(transfer code)" output
  [[ -z $(ls --almost-all /home/alice/small) ]]
  umount /home/alice/small
  [[ -z $(state alice "transfer-$id") ]]
}

# No server listens on this port. The limit is reached while the transfer waits for its next attempt.
times_out() {
  queue --download http://127.0.0.1:8082/none --output none --timeout 15s
  ends_as failed
  equal "$(transfer code)" timedOut
  as alice rubatoctl transfers --forget
  as alice rubatoctl transfers | grep 'No transfers'
}
