/**
 * The command `kubecast`: Kubernetes events from a shell.
 *
 * - `kubecast record pod/web BackOff "Back-off restarting" --type Warning` records an event.
 * - `kubecast watch -A --types Warning` shows events as they occur.
 * - `kubecast run job/backup -- ./backup.sh` runs a program and records how it went.
 * - `kubecast check -n shop` tells whether events can be written, and how to solve what prevents it.
 * - `kubecast serve` serves an Events API in memory.
 *
 * `deno run -A jsr:@kubecast/events/cli --help` runs it without installing anything. The narrowest permissions are
 * `--allow-env --allow-read --allow-net`, and for `run`, and for a kubeconfig with an exec plugin, `--allow-run`.
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

// No top-level await: Node could not require() the module.
if (import.meta.main) main(process.argv.slice(2)).then((code) => process.exit(code));
