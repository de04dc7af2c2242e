const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;
const MAX_LENGTH = 63;

/** A name that begins with `prefix`, which is cut to 58 characters, and ends in five random ones (`names/generate.go`). */
export function generateName(prefix: string): string {
  let name = prefix.slice(0, MAX_LENGTH - SUFFIX_LENGTH);
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += ALPHABET[Math.floor(Math.random() * ALPHABET.length)];
  return name;
}
