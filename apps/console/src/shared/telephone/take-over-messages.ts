/** Taking over a colleague's call. */
export const takeOverMessages = {
  ask: (name: string, who: string) =>
    `${name} vorbește cu ${who}. Preluați apelul? Convorbirea continuă la dumneavoastră.`,
  confirmHeld: (name: string, who: string) => `${name} ține în așteptare apelul cu ${who}. Preluați apelul?`,
  lost: (name: string, who: string) => `${name} a preluat apelul cu ${who}`,
} as const
