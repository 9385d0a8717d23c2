import { plural } from '@dispecerat/domain/words/plural'

/** A fare that the driver's phone sent and nobody is paid for yet; said where an order shows its cost. */
export const fareDoubtMessages = {
  waits: 'Nimeni nu este plătit pentru cursă până la confirmare sau până la alt cost.',
  confirm: 'Confirmă tariful',
  ask: (sum: string, reason: string) => `Confirmați ${sum} (${reason})? Cursa se decontează din această sumă.`,
  confirmed: 'Tarif confirmat',
  toVerify: (n: number) => plural(n, 'tarif de verificat', 'tarife de verificat', 'de tarife de verificat'),
  /** The check of the ledger found a movement that should not be there. */
  unexpected: (movement: number) =>
    `Operațiunea ${movement}: nu are rânduri, sau tariful comenzii este încă de verificat`,
} as const
