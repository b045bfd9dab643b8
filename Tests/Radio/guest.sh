# The first thing that runs in the guest's root file system.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PYTHONPATH=/rig/code:/rig/python PYTHONDONTWRITEBYTECODE=1 HOME=/root LC_ALL=C.UTF-8
export PYTHONUNBUFFERED=1
# Whatever comes before it on the console may leave its line open.
printf '\nRIG-ALIVE\n'
ip link set lo up 2>/dev/null
hostname rig
mkdir -p /run/dbus
# The share has no cache: a program is read from it anew, page by page, each time it starts.
mkdir /run/rig
cp /rig/share/callboard /rig/share/callboard-draw /rig/share/asleep.so /run/rig/
if [ -e /rig/share/shell ]; then
    echo "The rig's code is in /rig/code. Run: python3 -m inside ONLY... ; leave with exit."
    setsid -c /bin/bash -i </dev/ttyS0 >/dev/ttyS0 2>&1
    exit 0
fi
exec /usr/bin/python3 -m inside
