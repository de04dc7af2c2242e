import type { StatusError } from "../connection/status_error.ts";

/**
 * Distinguishes lost permissions from those never granted, by the requests that the server has allowed before.
 *
 * An API server that restarts denies all for a moment, as its authorizer knows no roles yet; a service account that is
 * created anew, or a role, comes back. Unlike client-go, for which a denial is final.
 */
export class Permissions {
  #create = false;
  #patch = false;

  /** Called when the server has allowed a write. */
  allowed({ creates }: { readonly creates: boolean }): void {
    if (creates) this.#create = true;
    else this.#patch = true;
  }

  /** Whether the server has allowed such a write before, so that it is worth retrying. */
  areLost(error: StatusError, { creates }: { readonly creates: boolean }): boolean {
    if (error.isUnauthorized) return this.#create || this.#patch;
    return error.isAccessDenied && (creates ? this.#create : this.#patch);
  }
}
