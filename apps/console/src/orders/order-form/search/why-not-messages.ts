/** Reasons why a driver got no offer. */
export const whyNotMessages = {
  ask: 'De ce nu…?',
  placeholder: 'Indicativ, ex. 112',
  title: (sign: string) => `De ce nu ${sign}?`,
  unknown: (sign: string) => `Niciun șofer cu indicativul ${sign} în aceste runde.`,
  round: (step: number, time: string) => `Pasul ${step}, ${time}:`,
  asked: (rank: number, metres: string, fate: string) =>
    `întrebat al ${rank}-lea${metres ? ` (${metres})` : ''}, ${fate}`,
  askedFirst: (metres: string, fate: string) => `întrebat primul${metres ? ` (${metres})` : ''}, ${fate}`,
  notAsked: (reason: string) => `nu a fost întrebat: ${reason}`,
  noted: (reason: string, note: string) => `${reason} („${note}”)`,
  notLooked: 'nu făcea parte din companiile întrebate',
} as const
