/** A fare that the driver's phone sent and nobody is paid for yet; said where an order shows its cost. */
export const fareDoubtWords = {
  waits: 'Nimeni nu este plătit pentru cursă până la confirmare sau până la alt cost.',
  confirm: 'Confirmă tariful',
  ask: (sum: string, reason: string) => `Confirmați ${sum} (${reason})? Cursa se decontează din această sumă.`,
  confirmed: 'Tarif confirmat',
} as const
