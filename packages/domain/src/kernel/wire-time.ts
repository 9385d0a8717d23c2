/** 'YYYY-MM-DD HH:mm:ss' in UTC: the only date form on the wire. */
export function toWireTime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}

const WIRE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/

/** Accepts the wire form and ISO 8601; null for anything that is not a real instant. */
export function fromWireTime(text: string): Date | null {
  if (!WIRE.test(text)) return null
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text)
  const instant = new Date(text.replace(' ', 'T') + (zoned ? '' : 'Z'))
  return Number.isNaN(instant.getTime()) ? null : instant
}
