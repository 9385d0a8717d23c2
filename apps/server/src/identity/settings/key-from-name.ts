const MAX = 40

/** 'Scaun înălțător' → 'scaun_inaltator'; 'optiune' for a name without letters or digits. */
export function keyFromName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const key = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '')
  return key.slice(0, MAX) || 'optiune'
}
