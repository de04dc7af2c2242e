/** A stand-in for the part of `@std/async` that the library uses, for machines that cannot reach JSR. */
export * from "./delay.ts";
