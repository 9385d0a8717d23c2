/** Preview of the drivers who would get an order. */
export const searchPreviewMessages = {
  label: 'Cine ar primi comanda',
  wouldGet: 'ar primi acum:',
  wouldGetAt: (step: number) => `ar primi la pasul ${step}:`,
  nobody: 'acum nu ar primi nimeni',
  more: (n: number) => `(+${n})`,
  partners: (n: number) => `${n} de la parteneri`,
  not: 'nu:',
  until: (time: string) => `până la ${time}`,
  all: 'Toți șoferii, pe pași',
  step: (n: number) => `Pasul ${n}`,
  searchAt: (time: string, how: string) => `căutarea pornește la ${time} (${how})`,
  before: (minutes: number) => `cu ${minutes} min înainte`,
  none: 'Niciun șofer potrivit la acest pas.',
} as const
