# A player of the judge protocol that fails in the way given by its first argument. TAKHTEH is our program.
way=$1
play() { "$TAKHTEH" narrad --depth 1 --quiet; }
case $way in
early) exit 0 ;;
crash) read -r line; echo "out of luck" >&2; exit 3 ;;
signal) read -r line; kill -SEGV $$ ;;
silent) read -r line; exec sleep "${2:-86501}" ;;
deaf) exec sleep "${2:-86502}" ;;
late) read -r line; sleep "$2"; { echo "$line"; cat; } | play ;;
closed) read -r line; exec >&-; exec sleep "${2:-86503}" ;;
cheat) read -r line; echo "0 7"; exec sleep 86504 ;;
half) read -r line; echo "$line" | play | head -n 1; exec sleep 86505 ;;
garbage) read -r line; echo "what do you mean?"; exec sleep 86506 ;;
flood) read -r line; exec yes "" ;;
long) read -r line; yes | tr -d '\n' ;;
noise) read -r line; yes "noise" >&2 ;;
family) sleep "$2" & read -r line; exit 1 ;;
polite) play | sed -u '/finish/d' ;;
liar) play | sed -u 's/finish.*/finish 2 2/' ;;
stays) play; exec sleep 86507 ;;
esac
