import { Buffer } from "node:buffer";
import { BlockList, isIP, type Socket } from "node:net";
import { env as processEnv } from "node:process";

/** The environment of the process, or a substitute. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy to a server by kubectl's rule (Go's `httpproxy`), for which `loadKubeconfig` has a table;
 * `undefined` if there is none.
 *
 * @param fail Called with the fault of the proxy's URL; never with the URL, which may contain a password.
 */
export function proxyOf(
  server: string,
  { proxyUrl, env, fail }: {
    readonly proxyUrl?: string | undefined;
    readonly env: Environment;
    readonly fail: (fault: string) => never;
  },
): URL | undefined {
  if (proxyUrl) return parseProxy(proxyUrl, "proxy-url", fail);
  const url = new URL(server);
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = variable(env, name);
  // As in Go, ignores HTTP_PROXY in CGI, where a request's Proxy header sets it.
  if (text === "" || (name === "HTTP_PROXY" && env["REQUEST_METHOD"])) return undefined;
  const host = hostOf(url);
  const port = url.port || (name === "HTTPS_PROXY" ? "443" : "80");
  const direct = ["127.0.0.0/8", "::1/128", ...variable(env, "NO_PROXY").split(",")];
  if (host === "localhost" || direct.some((entry) => isAmong(entry, host, port))) return undefined;
  return parseProxy(/^[a-z\d]+:\/\//i.test(text) ? text : `http://${text}`, name, fail);
}

/** Returns the host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/**
 * Whether the process's environment names a proxy, which the `fetch` of Deno and Bun would then use by their own rules.
 */
export function hasProxyVariables(): boolean {
  return ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].some((name) => variable(processEnv, name) !== "");
}

/** Reads a variable by its upper- or lower-case name; on Deno, a variable without permission counts as unset. */
function variable(env: Environment, name: string): string {
  const { Deno } = globalThis as {
    Deno?: { permissions: { querySync(of: { name: "env"; variable: string }): { state: string } } };
  };
  const isReadable = (variable: string): boolean =>
    env !== processEnv || !Deno || Deno.permissions.querySync({ name: "env", variable }).state === "granted";
  const [set] = [name, name.toLowerCase()].filter(isReadable).map((variable) => env[variable]).filter(Boolean);
  return set ?? "";
}

/** Whether an entry of `NO_PROXY` matches a host and port. */
function isAmong(entry: string, host: string, port: string): boolean {
  const text = entry.trim().toLowerCase();
  if (text === "") return false;
  if (text === "*") return true;
  const family = isIP(host);
  const [, block, bits] = text.match(/^(.+)\/(\d+)$/) ?? [];
  if (block !== undefined) return family > 0 && isInBlock(host, block, Number(bits));
  const [, bracketed, bare, number] = text.match(/^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/) ?? [, undefined, text];
  if (number !== undefined && number !== port) return false;
  const name = (bracketed ?? bare)!;
  if (isIP(name) > 0) return family > 0 && isInBlock(host, name, isIP(name) === 4 ? 32 : 128);
  const domain = name.replace(/^\*(?=\.)/, "");
  return domain.startsWith(".") ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function isInBlock(host: string, address: string, bits: number): boolean {
  try {
    const block = new BlockList();
    block.addSubnet(address, bits, isIP(address) === 4 ? "ipv4" : "ipv6");
    return block.check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
  } catch {
    return false; // not a valid block
  }
}

function parseProxy(text: string, name: string, fail: (fault: string) => never): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^(https?|socks5h?):$/.test(url.protocol) || url.hostname === "") {
    return fail(`${name} must be a URL of http, https or socks5`);
  }
  try {
    credentialsOf(url);
  } catch {
    return fail(`${name} has a "%" in its credentials that does not encode a character: write %25 for a percent sign`);
  }
  return url;
}

/** Returns the proxy's name for errors, without its password. */
export function proxyName({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

function credentialsOf({ username, password }: URL): [name: string, password: string] | undefined {
  return username === "" ? undefined : [decodeURIComponent(username), decodeURIComponent(password)];
}

/** Returns the header for the credentials in a proxy's URL, if it has any. */
export function proxyAuthorization(proxy: URL): { "proxy-authorization"?: string } {
  const credentials = credentialsOf(proxy);
  return credentials === undefined
    ? {}
    : { "proxy-authorization": `Basic ${Buffer.from(credentials.join(":")).toString("base64")}` };
}

/**
 * Asks the proxy at the other end of a socket to connect it to a host.
 *
 * @throws {Error} If the proxy refuses.
 */
export async function tunnelTo(socket: Socket, proxy: URL, host: string, port: number): Promise<void> {
  if (proxy.protocol.startsWith("socks")) return await socksTo(socket, proxy, host, port);
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const headers = Object.entries({ host: target, ...proxyAuthorization(proxy) });
  socket.write(`CONNECT ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
  const head = await receive(socket, (bytes) => {
    const end = bytes.indexOf("\r\n\r\n");
    return end < 0 ? undefined : end + 4;
  });
  const [, status = "no HTTP"] = head.toString("latin1").match(/^HTTP\/1\.\d (\d+)/) ?? [];
  if (status === "407") {
    if (credentialsOf(proxy) !== undefined) throw new Error("it refuses the credentials (407)");
    throw new Error(`it needs credentials (407), given as ${proxy.protocol}//name:password@host`);
  }
  if (!/^2/.test(status)) throw new Error(`it refuses (${status})`);
}

/** Why a SOCKS5 proxy did not connect, by its reply code. */
const SOCKS_REPLIES: Readonly<Record<number, string>> = {
  2: "its rules do not allow the server",
  3: "it has no route to the server",
  4: "it cannot reach the server's host",
  5: "the server refuses its connection",
};

/** Returns the bytes of an address as a URL writes it: with at most one `::`, and no IPv4 part. */
function bytesOfIPv6(address: string): Buffer {
  const [before = [], after] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = after ? Array<string>(8 - before.length - after.length).fill("0") : [];
  const groups = [...before, ...zeros, ...after ?? []];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** Connects by SOCKS5 (RFC 1928), with the names and passwords of RFC 1929; the proxy resolves the host. */
async function socksTo(socket: Socket, proxy: URL, host: string, port: number): Promise<void> {
  const credentials = credentialsOf(proxy)?.map((text) => Buffer.from(text));
  const sized = (bytes: Buffer): Buffer => Buffer.concat([Buffer.of(bytes.length), bytes]);
  socket.write(Buffer.of(5, 1, credentials ? 2 : 0));
  const exactly = (length: number) => receive(socket, (bytes) => bytes.length >= length ? length : undefined);
  const [version, method] = await exactly(2);
  if (version !== 5) throw new Error("it does not speak SOCKS5");
  if (method !== (credentials ? 2 : 0)) {
    throw new Error("it needs different credentials, given as socks5://name:password@host");
  }
  if (credentials) {
    socket.write(Buffer.concat([Buffer.of(1), ...credentials.map(sized)]));
    if ((await exactly(2))[1] !== 0) throw new Error("it refuses the credentials");
  }
  const family = isIP(host);
  const [kind, address] = family === 4
    ? [1, Buffer.from(host.split(".").map(Number))]
    : family === 6
    ? [4, bytesOfIPv6(host)]
    : [3, sized(Buffer.from(host))];
  socket.write(Buffer.concat([Buffer.of(5, 1, 0, kind), address, Buffer.of(port >> 8, port & 255)]));
  const [, reply, , type] = await exactly(4);
  if (reply !== 0) throw new Error(SOCKS_REPLIES[reply!] ?? `it refuses (reply ${reply})`);
  const length = type === 1 ? 4 : type === 4 ? 16 : (await exactly(1))[0]!;
  await exactly(length + 2);
}

/** Maximum size of the head of a proxy's response. */
const MAX_HEAD_BYTES = 64 * 1024;

/** Reads from a socket until `lengthOf` returns how many bytes to take, and leaves the others unread. */
function receive(socket: Socket, lengthOf: (bytes: Buffer) => number | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const end = (error?: Error): void => {
      socket.off("data", read).off("error", end).off("close", closed).pause();
      if (error) reject(error);
    };
    const closed = (): void => end(new Error("it closes the connection"));
    const read = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const length = lengthOf(bytes);
      if (length === undefined) {
        if (bytes.length > MAX_HEAD_BYTES) end(new Error("its response does not end"));
        return;
      }
      end();
      if (bytes.length > length) socket.unshift(bytes.subarray(length));
      resolve(bytes.subarray(0, length));
    };
    socket.on("data", read).on("error", end).on("close", closed).resume();
  });
}
