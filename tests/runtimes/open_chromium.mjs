import { chromium } from "playwright-core";
import process from "node:process";

/** Starts Chromium, Debian's unless CHROMIUM names another; it makes no connections by itself. */
export function openChromium(args = []) {
  return chromium.launch({
    timeout: 180_000,
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
  });
}
