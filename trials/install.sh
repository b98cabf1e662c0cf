# Sourced by ./test and ./trial: installs what they need.

# Installs Debian packages, by sudo for an ordinary user.
install_packages() {
  local root=()
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "missing packages: run apt-get install $* as root" >&2
      exit 1
    fi
    root=(sudo)
  fi
  "${root[@]}" apt-get update -qq >&2
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

# Installs Debian packages if a program or a file is missing.
packages_for() {
  local program=$1
  shift
  if [ ! -e "$program" ] && ! command -v "$program" >/dev/null; then
    install_packages "$@"
  fi
}
