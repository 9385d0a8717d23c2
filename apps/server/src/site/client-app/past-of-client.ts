const DAYS = 90

/**
 * The time from which a client sees data of the phone. Carriers reassign numbers, and the new owner must not read years of the previous
 * one.
 */
export function pastOfClient(now: Date): Date {
  return new Date(now.getTime() - DAYS * 24 * 3_600_000)
}
