import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const DEBIAN = "/usr/bin/firefox-esr";

/** Starts Firefox, Debian's if it is there, unless FIREFOX names another, with one page, which WebDriver BiDi drives. */
export async function openFirefox({ isDark = false } = {}) {
  const profile = await mkdtemp(join(tmpdir(), "kubecast-firefox-"));
  const prefs = { "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1, "app.update.auto": false };
  const lines = Object.entries(prefs).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  await writeFile(join(profile, "user.js"), lines.join(""));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"];
  const child = spawn(process.env.FIREFOX ?? (existsSync(DEBIAN) ? DEBIAN : "firefox"), args, {
    env: { ...process.env, TZ: "UTC" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stderr.setEncoding("utf8").on("data", (part) => {
      const [, found] = (text += part).match(/WebDriver BiDi listening on (\S+)/) ?? [];
      if (found) resolve(found);
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`Firefox ended:\n${text}`)));
  });
  const socket = new WebSocket(`${url}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`Cannot connect to ${url}`));
  });
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const { id, result, error, message } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(`${error}: ${message}`));
    else resolve?.(result);
  };
  let last = 0;
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send("session.new", { capabilities: {} });
  const { contexts: [{ context }] } = await send("browsingContext.getTree", {});
  const press = (actions) => send("input.performActions", { context, actions });
  const mouse = (actions) => press([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]);
  return {
    goto: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    resize: (width, height) => send("browsingContext.setViewport", { context, viewport: { width, height } }),
    /** The value of an expression, which must be JSON. */
    async evaluate(expression) {
      const { result, exceptionDetails } = await send("script.evaluate", {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? "null")`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    /** Runs a script, whatever the policy of the page is. */
    run: (script) => send("script.evaluate", { expression: `${script}\n;0`, target: { context }, awaitPromise: false }),
    async until(expression) {
      while (!await this.evaluate(expression)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    key: (value) =>
      press([{ type: "key", id: "keys", actions: [{ type: "keyDown", value }, { type: "keyUp", value }] }]),
    async click(selector) {
      const [x, y] = await this.evaluate(`(() => {
        const { left, top, width, height } = document.querySelector(${
        JSON.stringify(selector)
      }).getBoundingClientRect();
        return [Math.floor(left + width / 2), Math.floor(top + height / 2)];
      })()`);
      await this.drag([[x, y]]);
    },
    drag: ([[x, y], ...others]) =>
      mouse([
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        ...others.map(([x, y]) => ({ type: "pointerMove", x, y, duration: 50 })),
        { type: "pointerUp", button: 0 },
      ]),
    screenshot: async () => (await send("browsingContext.captureScreenshot", { context })).data,
    async close() {
      socket.close();
      child.kill();
      await new Promise((resolve) => child.exitCode === null ? child.on("exit", resolve) : resolve());
      await rm(profile, { recursive: true, force: true });
    },
  };
}
