# Waiting in shell: for what follows `. Tests/Machines/waiting.sh` in the project's root.

# shellcheck shell=sh
case ${PATIENCE:-1} in
*[!0-9]* | 0*)
	echo "PATIENCE must be a whole number above 0, such as 3, and is '$PATIENCE'" >&2
	exit 2
	;;
esac
patience=$(($(tail -n 1 Tests/patience) * ${PATIENCE:-1}))

# eventually COMMAND...: waits until a command succeeds; fails if it hangs.
eventually() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		if [ "$tries" -gt $((patience * 10)) ]; then return 1; fi
		sleep 0.1
	done
}
