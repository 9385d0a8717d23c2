const DAYS = 90

/**
 * From when on a client sees what happened with the phone. Carriers give numbers of people who left to others: whoever has the number now
 * must not read the years of somebody else.
 */
export function pastOfClient(now: Date): Date {
  return new Date(now.getTime() - DAYS * 24 * 3_600_000)
}
