// Apart from osm-blocks.ts: decodes any protobuf message and knows nothing of maps.

export interface ProtobufField {
  number: number
  /** A varint, or the bytes of a text, a message or a packed list. */
  value: number | Buffer
}

/** The fields of a message in their order; fixed 32 and 64 bit values are left out. Throws RangeError where it is truncated. */
export function* protobufFields(message: Buffer): Generator<ProtobufField> {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('the message is cut off')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const number = Math.floor(tag / 8)
    const wire = tag % 8
    if (wire === 0) yield { number, value: varint() }
    else if (wire === 1) at += 8
    else if (wire === 5) at += 4
    else if (wire === 2) {
      const length = varint()
      if (at + length > message.length) throw new RangeError('the message is cut off')
      yield { number, value: message.subarray(at, at + length) }
      at += length
    } else throw new RangeError('the message has a field of an unknown form')
  }
}
