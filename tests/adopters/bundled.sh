# Runs the suites on this very Node, which may not know TypeScript: sh tests/adopters/bundled.sh DENO
set -e
cd "$(dirname "$0")/../.."
out=tests/adopters/dist
rm -rf "$out"
mkdir -p "$out"
cp -r tests/connect/in_cluster/certificates "$out"
for suite in tests/adopters/*_suite.mts; do
  "$1" bundle -q --no-lock --external node:test --external 'client-node*' --external hpagent --external kubernetes-fluent-client -o "$out/$(basename "$suite" .mts).mjs" "$suite"
done
exec node --test --test-timeout=180000 --test-reporter=tap "$out"/*_suite.mjs
