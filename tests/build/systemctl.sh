#!/bin/sh
# Imitates systemctl for the units of Mantel: runs their ExecStart with their variables and the data folder.
unit=/etc/systemd/system/mantel.service
valueOf() { sed -n "s/^$1=-\{0,1\}//p" "$unit"; }
isActive() { [ -s /mnt/.pid ] && kill -0 "$(cat /mnt/.pid)" 2>/dev/null; }
stop() {
  isActive || return 0
  kill "$(cat /mnt/.pid)"
  while isActive; do sleep 0.1; done
}
start() {
  mkdir -p -m 700 "/var/lib/$(valueOf StateDirectory)"
  environment=$(valueOf Environment)
  [ -r "$(valueOf EnvironmentFile)" ] && environment="$environment $(grep -v '^#' "$(valueOf EnvironmentFile)")"
  # Options of the caller do not reach a service.
  # shellcheck disable=SC2046,SC2086
  setsid env $(env | sed -n 's/^\(MANTEL_[A-Z_0-9]*\)=.*/-u \1/p') $environment $(valueOf ExecStart) </dev/null >>/mnt/.journal 2>&1 &
  echo $! >/mnt/.pid
}
backUp() {
  unit=/etc/systemd/system/mantel-backup.service
  # What systemd reads as quoted, a shell does too.
  # shellcheck disable=SC2046
  env -i PATH=/usr/bin:/bin $(valueOf Environment) sh -c "set -a; for file in $(valueOf EnvironmentFile | tr '\n' ' '); do . \$file; done; exec $(valueOf ExecStart)" >>/mnt/.journal 2>&1
}
case "$*" in
  'start mantel-backup'*) backUp; exit ;;
  'start mantel-update'*)
    [ -e /opt/mantel/pending ] || exit 0
    unit=/etc/systemd/system/mantel-update.service
    env -i PATH=/usr/local/bin:/usr/bin:/bin $(valueOf Environment) $(valueOf ExecStart) >>/mnt/.journal 2>&1
    exit ;;
  *mantel-backup.timer) exit ;;
esac
case "$1" in
  start) isActive || start ;;
  stop) stop ;;
  restart) stop; start ;;
  disable) stop ;;
  show)
    if [ "$2" = mantel ] && isActive; then printf 'ActiveState=active\nMainPID=%s\nNRestarts=0\n' "$(cat /mnt/.pid)"
    else printf 'ActiveState=inactive\nMainPID=0\nNRestarts=0\n'; fi ;;
  is-active) if isActive; then echo active; else echo inactive; exit 3; fi ;;
  status) if isActive; then echo '     Active: active (running)'; else echo '     Active: inactive (dead)'; exit 3; fi ;;
  --version | daemon-reload | enable) ;;
  *) echo "not imitated: $*" >&2; exit 1 ;;
esac
