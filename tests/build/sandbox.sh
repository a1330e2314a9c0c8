# Replaces, in a mount and network namespace, the folders that documented commands change. $1 is a folder for what
# they write, $2 is Node. /mnt is the folder of the commands. The network is one interface without a way out.
set -e
for name in work bin etc opt srv root lib tmp; do mkdir -p "$1/$name"; done
cp -a /etc/. "$1/etc" 2>/dev/null || true
# On a box with the service there is a user already, whom this namespace does not map.
sed -i '/^mantel:/d' "$1/etc/passwd" "$1/etc/group"
touch "$1/bin/node"
mount --bind "$2" "$1/bin/node"
mount --rbind "$1/bin" /usr/local/bin
mount --bind "$1/lib" /var/lib
for name in etc opt srv root; do mount --bind "$1/$name" "/$name"; done
mount --bind "$1/work" /mnt
mount --bind "$1/tmp" /tmp
ip link set lo up
ip link add home0 type veth peer name wall0
ip addr add 10.77.0.1/24 dev home0
ip link set wall0 up
ip link set home0 up
ip route add 224.0.0.0/4 dev home0
echo ready
exec sleep 3600
