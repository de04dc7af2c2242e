import { reasonOf } from "../../base/tools/logger.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../base/event/names.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { Connection, type ConnectionOptions } from "../../connect/connection/connection.ts";
import { LeaseResource, POSITION, SELECTION } from "../../read/forward/lease.ts";
import { UsageError } from "./command.ts";
import { durationText } from "./shell.ts";

/** How long to wait for a response about a Lease. */
const TIMEOUT_MS = 10_000;

/** The namespace and name of a Lease. */
export interface LeaseName {
  readonly namespace: string;
  readonly name: string;
}

/** Which replica of `kubecast forward --lease` leads, according to the Lease. */
export interface LeaseReport extends LeaseName {
  /** The replica that leads, or the last one that did. */
  readonly holder?: string | undefined;
  /** Whether its term has not expired, assuming that its clock and the local one are right. */
  readonly isHeld: boolean;
  /** How long ago the Lease was renewed. */
  readonly renewedMs?: number | undefined;
  /** The position that the replicas have reached, and the events that it is about. */
  readonly position?: string | undefined;
  readonly selection?: string | undefined;
  /** Why the Lease cannot be read, such as a missing permission. */
  readonly problem?: string | undefined;
}

/** Parses `NAMESPACE/NAME`. */
export function parseLease(text: string): LeaseName {
  const [namespace = "", name = "", ...others] = text.split("/");
  if (others.length === 0 && isDns1123Label(namespace) && isDns1123Subdomain(name)) return { namespace, name };
  throw new UsageError(`--lease must be NAMESPACE/NAME, received ${JSON.stringify(text)}`);
}

/** Reads a Lease; never rejects. */
export async function readLease(
  options: ConnectionOptions,
  name: LeaseName,
  signal: AbortSignal,
): Promise<LeaseReport> {
  const resource = new LeaseResource(new Connection(options, "read a Lease"), name, TIMEOUT_MS);
  try {
    const lease = await resource.get(signal);
    if (lease === undefined) return { ...name, isHeld: false, problem: "there is no such Lease" };
    const { metadata: { annotations }, spec = {} } = lease;
    const { holderIdentity: holder = "", leaseDurationSeconds = 0, renewTime = "" } = spec;
    const renewedMs = Math.max(0, Date.now() - Date.parse(renewTime));
    return {
      ...name,
      holder: holder || undefined,
      isHeld: holder !== "" && renewedMs <= leaseDurationSeconds * 1000,
      renewedMs: Number.isNaN(renewedMs) ? undefined : renewedMs,
      position: annotations?.[POSITION],
      selection: annotations?.[SELECTION],
    };
  } catch (error) {
    const isForbidden = error instanceof StatusError && error.isForbidden;
    const hint = isForbidden ? `; kubecast forward --lease ${resource.text} --manifest prints the role` : "";
    return { ...name, isHeld: false, problem: reasonOf(error) + hint };
  }
}

/** Formats a report, such as `web-1_0a1b2c3d leads, renewed 1.2s ago, position 41@41/9f0b of namespace shop`. */
export function leaseText({ holder, isHeld, renewedMs, position, selection, problem }: LeaseReport): string {
  if (problem !== undefined) return `unknown: ${problem}`;
  const age = renewedMs === undefined ? "never renewed" : `renewed ${durationText(renewedMs)} ago`;
  const nobody = holder === undefined ? "nobody leads" : `nobody leads: ${age} by ${holder}`;
  const reached = position === undefined ? "no position yet" : `position ${position}`;
  const of = selection === undefined ? "" : ` of ${selection}`;
  return `${isHeld ? `${holder} leads, ${age}` : nobody}, ${reached}${of}`;
}
