// Apart from run-replay.ts, which would pass 300 lines.

/**
 * Deterministic number in [0, 1) that depends only on its parts (whole numbers): the same driver offered the same order rolls the same
 * under every variant of the rules, so that variants differ by their rules and not by chance.
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
