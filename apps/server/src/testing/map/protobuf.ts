/** Just enough of the protobuf wire format to write a tiny map extract and to read a tile. */

export type Field = [number: number, value: number | bigint | string | Buffer]

/** Encodes numbers as varints, texts and buffers with their length. */
export function protobuf(...fields: Field[]): Buffer {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number' || typeof value === 'bigint')
        return Buffer.concat([varint(number << 3), varint(value)])
      const bytes = typeof value === 'string' ? Buffer.from(value) : value
      return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
    }),
  )
}

export function packed(values: readonly number[]): Buffer {
  return Buffer.concat(values.map(varint))
}

/** Differences between neighbouring values, as zigzag varints. */
export function deltas(values: readonly number[]): Buffer {
  return packed(values.map((value, i) => zigzag(value - (values[i - 1] ?? 0))))
}

export function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1
}

export function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt(value)
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}

/** The fields of a message with length-delimited values as buffers; fixed 32 and 64 bit values are left out. */
export function fieldsOf(message: Buffer): { number: number; value: number | Buffer }[] {
  const fields: { number: number; value: number | Buffer }[] = []
  let at = 0
  const next = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]
      if (byte === undefined) throw new Error('the message is cut off')
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return Number(value)
    }
  }
  while (at < message.length) {
    const tag = next()
    const number = tag >> 3
    if ((tag & 7) === 0) fields.push({ number, value: next() })
    else if ((tag & 7) === 1) at += 8
    else if ((tag & 7) === 5) at += 4
    else {
      const length = next()
      fields.push({ number, value: message.subarray(at, at + length) })
      at += length
    }
  }
  return fields
}
