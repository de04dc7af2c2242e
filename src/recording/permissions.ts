import type { StatusError } from "../connection/status_error.ts";

/**
 * Distinguishes lost permissions from those never granted, by the requests that the server has allowed before.
 *
 * A restarting API server denies all requests for a moment, until its authorizer has loaded the roles; a role or
 * service account may be deleted and created again. Unlike client-go, for which a denial is final.
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
