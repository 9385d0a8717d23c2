import { plural } from '@dispecerat/domain/kernel/plural'

/** A doubted fare sent by a driver's phone, which is not paid yet; shown beside the cost. */
export const fareDoubtMessages = {
  waits: 'Nimeni nu este plătit pentru cursă până la confirmare sau până la alt cost.',
  confirm: 'Confirmă tariful',
  ask: (sum: string, reason: string) => `Confirmați ${sum} (${reason})? Cursa se decontează din această sumă.`,
  confirmed: 'Tarif confirmat',
  toVerify: (n: number) => plural(n, 'tarif de verificat', 'tarife de verificat', 'de tarife de verificat'),
  /** The check of the ledger found an unexpected entry. */
  unexpected: (movement: number) =>
    `Operațiunea ${movement}: nu are rânduri, sau tariful comenzii este încă de verificat`,
} as const
