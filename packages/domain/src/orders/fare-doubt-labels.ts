import type { FareDoubt, FareDoubtFigures } from './fare-doubt.ts'

/** Label of an order whose fare has to be confirmed, on screens and in files. */
export const fareDoubtMark = 'Tarif de verificat'

/** Reasons without figures. */
export const fareDoubtReasons: Readonly<Record<FareDoubt, string>> = {
  above_estimate: 'mult peste estimare',
  above_time: 'prea mare pentru durata cursei',
  no_trip: 'cursă încheiată pe loc, la adresa de plecare',
  mock_position: 'poziție falsificată pe telefonul șoferului',
}

/** Reason of the doubt: 'de 12 ori peste estimare', 'prea mare pentru 40 s de cursă'. */
export function fareDoubtReason({ reason, times, trip_seconds: seconds }: FareDoubtFigures): string {
  if (reason === 'above_estimate' && times !== null) return `de ${counted(times)} ori peste estimare`
  if (reason === 'above_time' && seconds !== null) return `prea mare pentru ${duration(seconds)} de cursă`
  return fareDoubtReasons[reason]
}

/** From 20 on a Romanian number takes "de", except for those that end in 01 to 19. */
function counted(n: number): string {
  const isBare = n < 20 || (n % 100 > 0 && n % 100 < 20)
  return isBare ? String(n) : `${n} de`
}

function duration(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
