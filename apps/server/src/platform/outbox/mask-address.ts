/** 'ion.popescu@firma.ro' → 'i…@firma.ro': people can be told apart, but not written to. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}
