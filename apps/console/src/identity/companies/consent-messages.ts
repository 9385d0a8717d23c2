/** Documents a company accepted when it registered. */
export const consentMessages = {
  title: 'Acorduri',
  hint: 'Ce s-a acceptat la înscriere; rămâne așa cum a fost dat.',
  none: 'Niciun acord: compania nu s-a înscris din pagina publică.',
  who: 'Cine',
  at: 'Când',
  what: 'Ce',
  texts: 'Texte',
  ip: 'De la adresa',
  names: {
    confidentialitate: 'Politica de confidențialitate',
    'comunicari-comerciale': 'Comunicări de marketing',
    termeni: 'Termeni de utilizare',
  } as Readonly<Record<string, string>>,
  version: (n: number) => `versiunea ${n}`,
} as const
