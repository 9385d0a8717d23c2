/**
 * A number in [0, 1) that depends on nothing but its parts (whole numbers): the same driver asked about the same order rolls
 * the same under every variant of the rules, so that two variants differ by their rules and not by luck.
 */
export function roll(...parts: readonly number[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) hash = stir(hash ^ stir(part | 0))
  return (hash >>> 0) / 2 ** 32
}

/** The finaliser of MurmurHash3. */
function stir(value: number): number {
  let h = value + 0x9e3779b9
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
