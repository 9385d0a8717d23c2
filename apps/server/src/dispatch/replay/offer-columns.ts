import type { PastOffer } from '@dispecerat/domain/dispatch/replay/learn-answers'
import { asId } from '@dispecerat/domain/kernel/ids'

/** Past offers as integers, five per offer: driver, metres, wall-clock hour, flags, milliseconds. */
export type OfferColumns = Int32Array

const NUMBERS_PER_OFFER = 5
const MARK = { rings: 1, delivered: 2, seen: 4, yes: 8, no: 16 } as const

/** Converts big-endian bytes packed by the database into memory shared between threads. */
export function offerColumns(bytes: Buffer): OfferColumns {
  const numbers = new Int32Array(new SharedArrayBuffer(bytes.length))
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readInt32BE(i * 4)
  return numbers
}

export function readOffers(columns: OfferColumns): PastOffer[] {
  return Array.from({ length: columns.length / NUMBERS_PER_OFFER }, (_, i) => {
    const [driverId = 0, metres = 0, hour = 0, marks = 0, ms = 0] = columns.subarray(
      i * NUMBERS_PER_OFFER,
      (i + 1) * NUMBERS_PER_OFFER,
    )
    const answer = marks & MARK.yes ? 'yes' : marks & MARK.no ? 'no' : null
    return {
      driverId: asId(driverId),
      metres,
      hour,
      answer,
      seconds: ms / 1000,
      isRinging: (marks & MARK.rings) !== 0,
      isDelivered: (marks & MARK.delivered) !== 0,
      isSeen: (marks & MARK.seen) !== 0,
    }
  })
}
