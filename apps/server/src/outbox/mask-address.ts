/** 'ion.popescu@firma.ro' → 'i…@firma.ro': enough to tell two people apart, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}
