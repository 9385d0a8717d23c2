import { isIPv6 } from 'node:net'

/** Groups addresses of one machine or household: an IPv4 address, or an IPv6 /64. */
export function hostOf(address: string): string {
  const plain = unmapped(address)
  return isIPv6(plain) ? prefixOf(plain, 4) : plain
}

/** Groups addresses of one network of a customer or carrier: an IPv4 /24, or an IPv6 /48. It is coarse enough to identify no person. */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  return isIPv6(plain) ? prefixOf(plain, 3) : `${plain.split('.').slice(0, 3).join('.')}.0/24`
}

/** A dual-stack socket reports an IPv4 address as ::ffff:192.0.2.1. */
function unmapped(address: string): string {
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address
}

function prefixOf(address: string, groups: number): string {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  const prefix = [...first, ...zeros, ...last].slice(0, groups)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groups * 16}`
}
