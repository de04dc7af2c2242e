/**
 * The command `kubecast`: Kubernetes events from a shell.
 *
 * ```sh
 * kubecast record pod/web BackOff "Back-off restarting" --type Warning -n shop # records an event
 * kubecast watch -A --types Warning                   # shows events as they occur
 * kubecast timeline -A                                # draws an hour: what failed, in which order
 * kubecast ui -A                                      # shows the last hour as a picture in the browser, live
 * kubecast forward -A --to otlp=http://localhost:4318 --checkpoint FILE # forwards events to a permanent store
 * kubecast run job/backup -n shop -- ./backup.sh      # runs a program, and records its start and end
 * kubecast check -n shop                              # checks whether events can be written, and names the fix if not
 * kubecast serve --port 8001                          # serves an Events API in memory, to try the other commands
 * ```
 *
 * Each command has a `--help`. `npx @kubecast/events`, `bunx @kubecast/events` and
 * `deno run -A jsr:@kubecast/events/cli` run it without installing anything; in a clone,
 * `deno run -A src/app/cli/mod.ts` does. On Deno, the narrowest permissions are `--allow-env --allow-read --allow-net`;
 * `--allow-write` for `--checkpoint`, `--dead-letter` and `--html`; `--allow-run` for `run`, and for a kubeconfig with
 * an exec plugin.
 *
 * It connects as kubectl does (`--kubeconfig`, `--context`, `--server`, `--token`, `--as`, or else the pod's service
 * account), and looks the object up, because `kubectl describe` finds events by its uid. `record` and `check` exit with
 * 0 if the event was, or can be, written, with 1 if not, and with 2 for wrong usage. In GitHub Actions, record a
 * deployment on its Deployment; the role needs the rule in `rbacRules`, and `get` on `deployments`:
 *
 * ```yaml
 * - name: Deploy
 *   env:
 *     TAG: ${{ github.ref_name }}
 *   run: |
 *     npx -y @kubecast/events run deployment/web -n shop --component github-actions -- \
 *       kubectl set image deployment/web "web=registry.example.com/web:$TAG" -n shop
 *     npx -y @kubecast/events record deployment/web Released "$TAG by $GITHUB_ACTOR" -n shop --component github-actions
 * ```
 *
 * @example Run the command from your own script
 * ```ts ignore
 * import process from "node:process";
 * import { main } from "@kubecast/events/cli";
 *
 * process.exit(await main(process.argv.slice(2)));
 * ```
 *
 * @module
 */

import process from "node:process";
import { main } from "./main.ts";

export { main };

// With a top-level await, Node could not require() the module.
if (import.meta.main) main(process.argv.slice(2)).then((code) => process.exit(code));
