const MAX = 40

/** 'Scaun înălțător' → 'scaun_inaltator'; what has no letters or digits at all is 'optiune'. */
export function keyFromName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const key = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '')
  return key.slice(0, MAX) || 'optiune'
}
