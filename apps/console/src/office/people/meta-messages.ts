/** Properties that programs store with a user, some of them secret. */
export const metaMessages = {
  title: 'Proprietăți',
  hint: 'Ce țin programele despre acest utilizator: versiunea aplicației, chei de legătură. Valoarea unei proprietăți secrete se scrie și nu se mai citește.',
  none: 'Nicio proprietate.',
  key: 'Nume',
  value: 'Valoare',
  keyOf: (n: number) => `Numele proprietății ${n}`,
  valueOf: (n: number) => `Valoarea proprietății ${n}`,
  secret: 'Secretă',
  secretOf: (n: number) => `Proprietatea ${n} este secretă`,
  kept: 'scrisă; goală = rămâne cum este',
  add: 'Adaugă o proprietate',
  remove: 'Șterge',
  removeOf: (n: number) => `Șterge proprietatea ${n}`,
  save: 'Salvează proprietățile',
  saved: 'Proprietățile au fost salvate',
  discard: 'Renunță',
} as const
