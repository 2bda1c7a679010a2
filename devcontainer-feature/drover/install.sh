#!/bin/sh
# A dev container feature: runs as root while the image is built, with the options as environment variables.
set -eu

VERSION="${VERSION:-latest}"
BROWSER="${BROWSER:-chromium}"

if ! command -v npm >/dev/null 2>&1; then
  echo "drover needs Node 20.19 or later: add the feature ghcr.io/devcontainers/features/node before this one." >&2
  exit 1
fi

case "$BROWSER" in
  chromium) packages="chromium" ;;
  firefox) packages="firefox-esr" ;;
  both) packages="chromium firefox-esr" ;;
  none) packages="" ;;
  *) echo "browser is chromium, firefox, both or none, not $BROWSER" >&2; exit 2 ;;
esac

if [ -n "$packages" ]; then
  if command -v apt-get >/dev/null 2>&1; then
    apt-get update
    # shellcheck disable=SC2086
    apt-get install --yes --no-install-recommends $packages fonts-liberation
    rm -rf /var/lib/apt/lists/*
  else
    echo "No apt-get here: drover will get a browser with \`drover install\` when it is first used." >&2
  fi
fi

case "$VERSION" in
  /*|./*) npm install --global --no-audit --no-fund "$VERSION" ;;
  *) npm install --global --no-audit --no-fund "drover@$VERSION" ;;
esac
drover --version
